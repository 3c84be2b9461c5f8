import { listenerAcl, octaviaLoadBalancerName, readSpecs, translateToOctavia } from "../../../dist/sdk/index.js";
import { brief, missing } from "../lib/subset.mjs";
import { flatten, objectsOf } from "./octavia-flat.mjs";

/** Groups that are not a matter of one translation: each goes to the public function that owns the rule. */
export const RULES = [
  { applies: ({ group }) => group === "kuryr-acl", run: acl },
  { applies: ({ group }) => group === "kuryr-floating-ip", run: floatingIp },
  { applies: ({ group, input }) => group === "kuryr-reconcile" && input.before && input.after, run: reconcile },
  { applies: ({ expect }) => expect.loadbalancer_name !== undefined, run: name },
];

function acl({ input, expect }) {
  return missing(expect, { listener_update: listenerAcl(input.policy_cidrs) });
}

const planOf = (input, settings, naming) =>
  translateToOctavia(readSpecs(objectsOf(input)), { settings: { ...settings, naming } }).loadBalancers[0]?.inputs;

function floatingIp({ input, settings, expect }) {
  return missing(expect, { floating_ip: shown(planOf(input, settings, "kuryr")?.floatingIp) });
}

/** A floating IP in Kuryr's words. */
function shown(ip) {
  if (!ip) return null;
  const pool = ip.floating_network_id !== undefined;
  return {
    ...(pool ? { network: ip.floating_network_id, subnet: ip.subnet_ids?.[0] } : { ip: ip.floating_ip_address }),
    alloc_method: pool ? "pool" : "user",
    description: ip.description,
    associate_with: "vip_port",
    delete_with_service: !ip.keep,
  };
}

/** What changes between two translations, as `<type> <name>`. */
function reconcile({ input, settings, expect }) {
  const [before, after] = [input.before, input.after].map((objects) => entries(planOf(objects, settings, "kuryr")));
  const actual = {
    create: [...after.keys()].filter((key) => !before.has(key)),
    delete: [...before.keys()].filter((key) => !after.has(key)),
    keep: [...before.keys()].filter((key) => after.has(key)),
  };
  return Object.entries(expect).flatMap(([key, wanted]) => {
    if (key === "keep")
      return wanted.flatMap((kept) =>
        actual.keep.some((name) => name === kept || name.startsWith(`${kept} `)) ? [] : [`${kept} is not kept`],
      );
    if (key in actual) return missing(wanted, actual[key], key);
    return [`what is "${key}"? got ${brief(actual)}`];
  });
}

function entries(inputs) {
  if (!inputs) return new Map();
  const { loadbalancer, listeners, pools, members } = flatten(inputs);
  const of = (type, bodies) => bodies.map((body) => [`${type} ${body.name}`, body]);
  return new Map([...of("loadbalancer", [loadbalancer]), ...of("listener", listeners), ...of("pool", pools), ...of("member", members)]);
}

function name({ input, expect }) {
  return missing(expect.loadbalancer_name, octaviaLoadBalancerName(input.cluster, input.namespace, input.service));
}
