import { join } from "node:path";
import { root } from "../pr/harness";
import { octaviaStory } from "../../support/octavia-story";

octaviaStory(
  async () => {
    const { startOctaviaServer } = await import(join(root, "tools/octavia-server/index.mjs"));
    return startOctaviaServer({ auth: "keystone", barbican: true, neutron: true });
  },
  { trouble: true },
);
