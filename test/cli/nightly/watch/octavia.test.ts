import { join } from "node:path";
import { root } from "../../pr/harness";
import { octaviaWatchStory } from "../../../support/watch-octavia";

octaviaWatchStory(async () => {
  const { startOctaviaServer } = await import(join(root, "tools/octavia-server/index.mjs"));
  return startOctaviaServer({ auth: "keystone", neutron: true });
});
