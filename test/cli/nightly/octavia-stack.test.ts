import { join } from "node:path";
import { octaviaStory } from "../../support/octavia-story";
import { root } from "../pr/harness";

octaviaStory(
  async () => {
    const { startOctaviaServer } = await import(join(root, "tools/octavia-server/index.mjs"));
    return startOctaviaServer({ auth: "keystone", barbican: true, neutron: true });
  },
  { trouble: true },
);
