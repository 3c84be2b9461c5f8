// The examples that `npm start` runs: Pulumi projects, with what they need besides credentials.
import { loadManifests } from "./load-manifests.mjs";
import { findNetworks } from "./openstack-networks.mjs";
import { inRoot, root } from "./paths.mjs";

const octavia = { target: "octavia", configure: findNetworks };

/** The objects of the quickstart, in a cluster. */
async function loadQuickstart(env) {
  await loadManifests(inRoot("examples/quickstart/manifests"), env);
  return {};
}

/** By name: the folder of the project, what it runs against, and its configuration, made from the environment of that. */
export const examples = {
  quickstart: { folder: root, target: "avi", configure: async () => ({}) },
  octavia: { folder: inRoot("examples/octavia"), ...octavia },
  routes: { folder: inRoot("examples/routes"), target: "both", configure: findNetworks },
  mizar: { folder: inRoot("examples/mizar"), target: "mizar", configure: async () => ({}) },
  "live-cluster": { folder: inRoot("examples/live-cluster"), target: "cluster", configure: loadQuickstart },
  "octavia-kuryr": { folder: inRoot("examples/octavia-kuryr"), ...octavia },
};

/** `pulumi config set` for what the example needs; nothing that is there already is asked for again. */
export async function configure(pulumi, example, env) {
  const wanted = await example.configure(env);
  for (const [key, value] of Object.entries(wanted)) await pulumi("config", "set", key, value);
}
