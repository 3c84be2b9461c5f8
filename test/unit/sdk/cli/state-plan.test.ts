import { beforeAll, describe, expect, it } from "vitest";
import { type FieldTable, pathsWith } from "../../../../resources/field-table";
import { LOAD_BALANCER } from "../../../../resources/octavia/load-balancer";
import { packed } from "../../../../resources/packed";
import { DYNAMIC } from "../../../../resources/resource-type";
import {
  beforeAndAfter,
  type Graph,
  readManifestFiles,
  readSpecs,
  type SpecSet,
  topology,
  translateToAvi,
  translateToOctavia,
} from "../../../../sdk";
import { componentInState } from "../../../../sdk/cli/state-component";
import { graphOfState, planInState } from "../../../../sdk/cli/state-plan";
import { factsText, reviewFactsOf } from "../../../../sdk/plan";
import { TARGETS } from "../../../../sdk/targets";
import { specWords } from "../../../../sdk/targets/avi/components/spec-words";
import { identified } from "../../../support/identified";
import { endpoints, ingress, service } from "../../../support/manifests";
import { loadBalancers } from "../../../support/planned";
import { STATE_FORMS } from "../../../support/state-forms";

// A stack as the older side of a picture: what is deployed as it is written draws no change, whatever the state packs.

const OWNER = "pulumi-k8s-lb:shop/dev/c1/web";

let prefix: string = DYNAMIC;

function resource(kind: string, name: string, inputs: object) {
  const type = `${prefix}${kind}`;
  const plain = JSON.parse(JSON.stringify({ ...inputs, owner: OWNER }));
  return { type, urn: `urn:pulumi:dev::shop::${type}::${name}`, id: name, inputs: plain };
}

/** Places of lists that the state has as hidden texts: the plugin has none. */
const packedIn = (fields: FieldTable = {}) => (prefix === DYNAMIC ? pathsWith(fields, "packed") : []);

const AVI = { clusterName: "c1" };

function aviState(specs: SpecSet, settings: Record<string, unknown> = AVI) {
  const plan = translateToAvi(specs, { settings, owner: OWNER });
  const words = specWords(plan);
  const kinds = new Map(TARGETS.avi.kinds.map((kind) => [kind.type as string, kind]));
  const resources = plan.resources.map((planned) => {
    const inputs = packed(
      { ...planned.inputs, ...identified("", words(planned)) },
      packedIn(kinds.get(planned.kind)?.fields),
      () => undefined,
    );
    return resource(planned.kind, planned.name, inputs);
  });
  return { resources };
}

const OCTAVIA = { service_subnet_id: "s" };

function octaviaState(specs: SpecSet) {
  const plan = translateToOctavia(specs, { settings: OCTAVIA, owner: OWNER });
  const balancers = loadBalancers(plan).map(({ identity, inputs, owners }) => {
    const specs = owners.map(({ kind, namespace, name }) => `${kind} ${namespace}/${name}`);
    return resource(
      LOAD_BALANCER.type,
      identity,
      packed({ ...inputs, ...identified("", specs) }, packedIn(LOAD_BALANCER.fields), () => undefined),
    );
  });
  const facts = reviewFactsOf(plan);
  return { resources: [...balancers, resource("octavia:Summary", "web", { __facts: factsText(facts) })] };
}

const changes = ({ nodes, edges }: Graph) => [
  ...nodes.flatMap(({ id, change }) => (change ? [`${change} ${id}`] : [])),
  ...edges.flatMap(({ from, to, change }) => (change ? [`${change} ${from} -> ${to}`] : [])),
];

const aviBoth = (state: unknown, specs: SpecSet, settings: Record<string, unknown> = AVI) => {
  const later = topology(translateToAvi(specs, { settings }));
  return beforeAndAfter(graphOfState(planInState(state, TARGETS.avi, { component: "web" }), later), later);
};

const octaviaBoth = (state: unknown, specs: SpecSet) => {
  const later = topology(translateToOctavia(specs, { settings: OCTAVIA }));
  return beforeAndAfter(
    graphOfState(planInState(state, TARGETS.octavia, { component: "web" }, componentInState(state, "octavia", {})), later),
    later,
  );
};

const specsOf = (...given: object[]) => readSpecs(given.map((value) => ({ value })));
const examples = (...folders: string[]) => {
  const { objects, diagnostics } = readManifestFiles(folders.map((folder) => `examples/${folder}`));
  return readSpecs(objects, diagnostics);
};
const shop = (ip: string, ...hosts: string[]) =>
  specsOf(
    service("web", [80], "LoadBalancer"),
    endpoints("web", [ip], 8080),
    ...hosts.map((host) => ingress({ name: host, rules: [{ host: `${host}.com`, path: "/", service: "web" }] })),
    ingress({ name: "lost", rules: [{ host: "lost.com", path: "/", service: "nowhere" }] }),
  );

describe.each(STATE_FORMS)("a state of %s resources as the older side of a picture", (_, form) => {
  beforeAll(() => {
    prefix = form;
  });

  it.each([
    ["the default generation", AVI],
    ["ako-2", { ...AVI, naming: "ako-2" }],
    ["EVH", { ...AVI, naming: "ako-2", enableEVH: true }],
    ["dedicated virtual services", { ...AVI, naming: "ako-2", shardVSSize: "DEDICATED" }],
  ])("draws no change of what is deployed as it is written on Avi: %s", (_, settings) => {
    const specs = examples("quickstart/manifests", "routes/manifests/openshift-route");
    const both = aviBoth(aviState(specs, settings), specs, settings);
    expect(both.nodes.length).toBeGreaterThan(8);
    expect(changes(both)).toEqual([]);
  });

  it("draws no change of what is deployed as it is written on Octavia, and none of faults", () => {
    const specs = examples("octavia/manifests");
    expect(changes(octaviaBoth(octaviaState(specs), specs))).toEqual([]);
    const faulty = shop("10.0.0.1", "a");
    expect(changes(octaviaBoth(octaviaState(faulty), faulty))).toEqual([]);
    expect(changes(aviBoth(aviState(faulty), faulty))).toEqual([]);
  });

  it("marks hosts that come and go, and servers that move", () => {
    const [before, after] = [shop("10.0.0.1", "a", "b"), shop("10.0.0.2", "b", "c")];
    const onAvi = changes(aviBoth(aviState(before), after));
    expect(onAvi).toEqual(expect.arrayContaining(["added host/c.com", "removed host/a.com", "changed servers/c1--default-web-80"]));
    const onOctavia = changes(octaviaBoth(octaviaState(before), after));
    expect(onOctavia).toEqual(expect.arrayContaining(["added host/c.com", "removed host/a.com"]));
    expect(onOctavia.filter((line) => line.includes("changed servers/")).length).toBeGreaterThan(0);
    expect([...onAvi, ...onOctavia].filter((line) => line.includes("host/b.com"))).toEqual([]);
  });

  it("draws what is left where somebody edited the state", () => {
    const state = aviState(shop("10.0.0.1", "a"));
    for (const { inputs } of state.resources) for (const field of ["poolGroup", "poolGroups", "vsVip", "policySet"]) delete inputs[field];
    expect(() => aviBoth(state, shop("10.0.0.1", "a"))).not.toThrow();
  });
});
