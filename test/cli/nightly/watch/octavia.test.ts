import { join } from "node:path";
import { octaviaWatchStory } from "../../../support/watch-octavia";
import { root } from "../../pr/harness";

octaviaWatchStory(async () => {
  const { startOctaviaServer } = await import(join(root, "tools/octavia-server/index.mjs"));
  return startOctaviaServer({ auth: "keystone", neutron: true });
});
