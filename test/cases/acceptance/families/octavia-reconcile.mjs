import { readSpecs, translateToOctavia } from "../../../../dist/sdk/index.js";
import { moduleOf } from "../../../../tools/lib/checkout.mjs";
import { brief, missing } from "../lib/subset.mjs";
import { objectsOf } from "./octavia-flat.mjs";

const provider = (path) => moduleOf(`provider/octavia/${path}`);
const { plan } = provider("plan/plan");
const { desiredTree } = provider("tree/desired");
const { liveTree } = provider("tree/live");
const { normalTree } = provider("tree/normal");
const { diff } = provider("load-balancer/diff");

/** Words with which cases speak of what is there already and stays. */
const KEPT = ["keep", "reuse", "adopt", "found"];

/** Compares the changes of the resource between two states of the specs, or between the specs and the objects of Octavia. */
export function reconcile({ input, settings, expect }) {
  const before = input.octavia ? undefined : inputsOf(input.before, settings);
  const after = input.before || input.after ? inputsOf(input.after, settings) : inputsOf(input, settings);
  const live = input.octavia ? treeOf(input.octavia) : before && goal(before);
  const actual = after
    ? changes(after, live, before)
    : { delete_mode: before?.cascadeDelete === false ? "serial" : "cascade", delete: names(live) };
  return Object.entries(expect).flatMap(([key, value]) => {
    if (KEPT.includes(key)) return kept(actual.keep ?? [], [value].flat());
    if (key === "delete_in_order") return inOrder(value, actual.delete);
    if (key in actual) return missing(value, actual[key], key);
    return [`nothing tells "${key}"; known are ${brief(actual)}`];
  });
}

function inputsOf(input, settings) {
  if (!input?.service) return undefined;
  return translateToOctavia(readSpecs(objectsOf(input)), { settings: { ...settings, naming: "kuryr" } }).resources[0]?.inputs;
}

const goal = ({ loadBalancer, owner }) => desiredTree(normalTree(loadBalancer), { owner, tags: true, shared: false }, {});

/** Objects of a tree as `<type> <name>`, in the order in which Kuryr takes them away: members, pools, listeners. */
function names(flat) {
  if (!flat) return [];
  return [
    ...flat.pools.flatMap((pool) => (pool.members ?? []).map((member) => `member ${member.name}`)),
    ...flat.pools.map((pool) => `pool ${pool.name}`),
    ...flat.listeners.map((listener) => `listener ${listener.name}`),
    `loadbalancer ${flat.name}`,
  ];
}

function changes(after, live, before) {
  const next = goal(after);
  const [has, wants] = [names(live), names(next)];
  const replaced = before ? diff("", { ...before, fixed: before.loadBalancer }, after).replaces.length > 0 : false;
  return {
    create: wants.filter((name) => !has.includes(name)),
    delete: has.filter((name) => !wants.includes(name)),
    keep: has.filter((name) => wants.includes(name)),
    update:
      live && !replaced
        ? plan({ desired: next, live, before: live })
            .filter(({ method }) => method === "PUT")
            .map(({ what }) => what)
        : [],
    replace: replaced ? [`loadbalancer ${next.name}`] : [],
    delete_mode: after.cascadeDelete === false ? "serial" : "cascade",
  };
}

/** `listener` means all listeners. */
function kept(actual, expected) {
  return expected.flatMap((wish) => (actual.some((name) => name === wish || name.startsWith(`${wish} `)) ? [] : [`${wish} is not kept`]));
}

function inOrder(expected, actual) {
  const found = actual.filter((name) => expected.some((wish) => name === wish || name.startsWith(`${wish} `)));
  const same = expected.length === found.length && expected.every((wish, i) => found[i] === wish || found[i].startsWith(`${wish} `));
  return same ? [] : [`deleted in the order ${brief(found)}, expected ${brief(expected)}`];
}

/** Lists of objects, as the API answers them, as one tree. */
function treeOf({ loadbalancers = [], listeners = [], pools = [], members = [], ...rest }) {
  const [loadbalancer = rest.loadbalancer] = loadbalancers;
  if (!loadbalancer) return undefined;
  const poolOf = (listener) =>
    pools.find((pool) => pool.listener_id === listener.id || pool.listeners?.some(({ id }) => id === listener.id));
  const raw = {
    loadbalancer,
    listeners: listeners.map((listener) => ({ default_pool_id: poolOf(listener)?.id, ...listener })),
    pools,
    members: new Map(pools.map((pool) => [String(pool.id), members.filter((member) => member.pool_id === pool.id)])),
    healthmonitors: new Map(),
    l7policies: new Map(),
    rules: new Map(),
  };
  return liveTree(raw).tree;
}
