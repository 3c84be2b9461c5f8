import { beforeEach, describe, expect, it } from "vitest";
import { readMizarSpecs, readSpecs } from "../../../../sdk/frontends";
import * as avi from "../../../../sdk/targets/avi/components/cluster";
import { aviObjects } from "../../../../sdk/targets/avi/objects";
import { translateToAvi } from "../../../../sdk/targets/avi/translate";
import { translateToMizar } from "../../../../sdk/targets/mizar/translate";
import { translateToOctavia } from "../../../../sdk/targets/octavia/translate";
import { recordResources } from "../../../../sdk/testing";
import { eventually } from "../../../support/eventually";
import { endpoints, ingress, node, secret, service } from "../../../support/manifests";
import { network, pod, subnet, vpc } from "../../../support/mizar";
import { hosts, l4Vs, loadBalancers, pools, sniVs } from "../../../support/planned";
import { writtenStatuses } from "../../../support/written-statuses";

const resources = recordResources();
beforeEach(() => {
  resources.length = 0;
});

const [OLD, YOUNG] = ["2020-01-01T00:00:00Z", "2024-01-01T00:00:00Z"];
const since = <T extends { metadata: object }>(created: string | undefined, object: T): T => ({
  ...object,
  metadata: { ...object.metadata, ...(created ? { creationTimestamp: created } : {}) },
});
const balanced = (namespace: string, name: string, created?: string) => [
  since(created, service(name, [80], "LoadBalancer", namespace)),
  endpoints(name, ["10.0.0.1"], 8080, namespace),
];
const translate = (objects: unknown[], settings: Record<string, unknown> = {}) => {
  const plan = translateToAvi(readSpecs(objects.map((value) => ({ value }))), { settings: { clusterName: "c", ...settings } });
  const names = Object.entries(aviObjects(plan).objects).flatMap(([type, bodies]) => bodies.map(({ name }) => `${type}/${name}`));
  expect(new Set(names).size).toBe(names.length);
  const states = plan.statuses.map(({ object, state }) => `${object.kind} ${object.namespace}/${object.name} ${state}`);
  return { plan, names, states, said: plan.statuses.flatMap(({ diagnostics }) => diagnostics.filter(({ code }) => code === "LB1410")) };
};

describe("Services of one name on Avi", () => {
  it.each([
    ["the older", [...balanced("a-b", "c", YOUNG), ...balanced("a", "b-c", OLD)], "a/b-c", "a-b/c"],
    ["the older, also when it comes last by name", [...balanced("a-b", "c", OLD), ...balanced("a", "b-c", YOUNG)], "a-b/c", "a/b-c"],
    ["the first by namespace/name as one text, of two of one age", [...balanced("a-b", "c"), ...balanced("a", "b-c")], "a-b/c", "a/b-c"],
  ])("%s keeps it, the other is rejected, and both are named", (_rule, objects, winner, loser) => {
    const { plan, states, said } = translate(objects);
    expect(l4Vs(plan).map(({ name, owners: [ref] }) => [name, `${ref?.namespace}/${ref?.name}`])).toEqual([["c--a-b-c", winner]]);
    expect(states.sort()).toEqual([`Service ${winner} ready`, `Service ${loser} rejected`].sort());
    expect(said).toMatchObject([{ severity: "error", object: { name: loser.split("/")[1] } }]);
    expect(said[0]?.message).toContain(`Service ${winner}`);
    expect(said[0]?.message).toContain(`Service ${loser}`);
    expect(l4Vs(translate([...objects].reverse()).plan)).toEqual(l4Vs(plan));
  });

  it("up makes the one and warns of the other", async () => {
    const specs = [...balanced("a-b", "c"), ...balanced("a", "b-c"), ...balanced("a", "other")];
    new avi.KubernetesCluster("prod", { specs: specs as never, settings: { clusterName: "c" } });
    const made = () => resources.filter(({ type }) => type.endsWith("avi:L4VS")).map(({ name }) => name);
    await eventually(() => expect(made()).toEqual(["c--a-b-c", "c--a-other"]));
    expect(resources.filter(({ type }) => type.endsWith("avi:Pool")).map(({ name }) => name)).toEqual(["c--a-b-c-80", "c--a-other-80"]);
  });

  it("a port in one name is no port of the other", () => {
    const { names, states } = translate([...balanced("a", "web", OLD), ...balanced("a", "web-80", YOUNG)]);
    expect(names).toContain("pool/c--a-web-80-80");
    expect(states).toEqual(["Service a/web ready", "Service a/web-80 ready"]);
  });
});

describe("hosts and paths on Avi", () => {
  const shop = (namespace: string, name: string, path: string, created: string, host = "h.com", tls?: string) =>
    since(
      created,
      ingress({
        name,
        namespace,
        rules: [{ host, path, service: "web" }],
        tls: tls ? [{ hosts: [host], secretName: tls }] : undefined,
      }),
    );
  const backend = (namespace: string) => [service("web", [80], "ClusterIP", namespace), endpoints("web", ["10.0.0.1"], 8080, namespace)];

  it("pools of clear text: path, namespace and name meet", () => {
    const { plan, states, said } = translate([
      ...[...backend("a"), ...backend("b-a")],
      shop("a", "x", "/p-b", OLD),
      shop("b-a", "x", "/p", YOUNG),
    ]);
    expect(pools(plan).map(({ name }) => name)).toEqual(["c--h.com_p-b-a-x"]);
    expect(states).toEqual(["Ingress a/x ready", "Ingress b-a/x rejected"]);
    expect(said[0]?.message).toContain("c--h.com_p-b-a-x");
    expect(hosts(plan)).toMatchObject([{ fqdn: "h.com", owners: [{ namespace: "a" }] }]);
  });

  it("an object keeps what nobody else has", () => {
    const both = ingress({
      name: "x",
      namespace: "b-a",
      created: YOUNG,
      rules: ["/p", "/free"].map((path) => ({ host: "h.com", path, service: "web" })),
    });
    const { states, names } = translate([...backend("a"), ...backend("b-a"), shop("a", "x", "/p-b", OLD), both]);
    expect(states).toEqual(["Ingress a/x ready", "Ingress b-a/x partial"]);
    expect(names).toContain("pool/c--h.com_free-b-a-x");
  });

  it("pool groups and policies of secure hosts", () => {
    const secrets = ["a", "a-b"].map((namespace) => secret("tls", "CERT", "KEY", namespace));
    const { plan, states } = translate([
      ...[...backend("a"), ...backend("a-b"), ...secrets],
      shop("a", "x", "/", OLD, "b-h.com", "tls"),
      shop("a-b", "x", "/", YOUNG, "h.com", "tls"),
    ]);
    expect(sniVs(plan).map(({ name }) => name)).toEqual(["c--b-h.com"]);
    expect(states).toEqual(["Ingress a/x ready", "Ingress a-b/x rejected"]);
  });

  it("children and certificates of Secrets under namespace shards: nobody gets the certificate of another", () => {
    const secrets = [secret("d", "CERT-1", "KEY-1", "b-c"), secret("c-d", "CERT-2", "KEY-2", "b"), secret("d", "CERT-3", "KEY-3", "c")];
    const settings = { l7ShardingScheme: "namespace" };
    const child = translate(
      [
        ...[...backend("b-c"), ...backend("c"), ...secrets],
        shop("b-c", "a", "/", OLD, "one.com", "d"),
        shop("c", "a-b", "/", YOUNG, "two.com", "d"),
      ],
      settings,
    );
    expect(sniVs(child.plan).map(({ name, inputs }) => [name, inputs.virtualService.vh_domain_name])).toEqual([
      ["c--a-b-c-d", ["one.com"]],
    ]);
    expect(child.states).toEqual(["Ingress b-c/a ready", "Ingress c/a-b rejected"]);
    const certificate = translate(
      [
        ...[...backend("b-c"), ...backend("b"), ...secrets],
        shop("b-c", "one", "/", OLD, "one.com", "d"),
        shop("b", "two", "/", YOUNG, "two.com", "c-d"),
      ],
      settings,
    );
    expect(sniVs(certificate.plan).map(({ name }) => name)).toEqual(["c--one-b-c-d"]);
    expect(certificate.states).toEqual(["Ingress b/two rejected", "Ingress b-c/one ready"]);
  });

  it("a Service and a host", () => {
    const { plan, states } = translate([
      ...[...backend("a"), secret("tls", "CERT", "KEY", "a"), ...balanced("a", "web.com", YOUNG)],
      shop("a", "x", "/", OLD, "a-web.com", "tls"),
    ]);
    expect([sniVs(plan), l4Vs(plan)].map((list) => list.map(({ name }) => name))).toEqual([["c--a-web.com"], []]);
    expect(states).toEqual(["Ingress a/x ready", "Service a/web.com rejected"]);
  });

  it("statuses of two objects are two", async () => {
    const specs = [...backend("a"), ...backend("a-b"), shop("a-b", "c", "/1", OLD, "one.com"), shop("a", "b-c", "/2", OLD, "two.com")];
    new avi.KubernetesCluster("prod", { specs: specs as never, settings: { clusterName: "c", subDomains: [""] }, writeStatus: true });
    const reported = () => writtenStatuses(resources).map(({ id }) => id);
    await eventually(() => expect(reported()).toHaveLength(2));
    expect(new Set(reported()).size).toBe(2);
  });
});

it("names that the OpenStack cloud provider cuts at 255 characters", () => {
  const names = ["x", "y"].map((end) => `${"n".repeat(60)}${end}`);
  const objects = [...names.map((name) => service(name, [{ port: 80, nodePort: 30080 }], "LoadBalancer")), node("n", "10.0.0.1")];
  const settings = { naming: "occm", subnet_id: "s", cluster_name: "c".repeat(190) };
  const plan = translateToOctavia(readSpecs(objects.map((value) => ({ value }))), { settings });
  expect(loadBalancers(plan).map(({ owners: [ref] }) => ref?.name)).toEqual([names[0]]);
  expect(plan.statuses.map(({ state }) => state)).toEqual(["ready", "rejected"]);
  expect(plan.statuses[1]?.description).toContain(names[0]);
  expect(plan.statuses[1]?.description).toContain(names[1]);
});

it("Pods of one name in Mizar are told apart in the message", () => {
  const facts = [vpc("v", "10.10.0.0", "16"), subnet("net1", "v", "10.10.1.0", "24"), network("vpc-1", "v", {}, "")];
  const of = (namespace: string, name: string) => {
    const one = pod(name, { net: "vpc-1", tenant: "" });
    return { ...one, metadata: { ...one.metadata, namespace } };
  };
  const objects = [...facts, of("b-c", "a"), of("c", "a-b")];
  const plan = translateToMizar(readMizarSpecs(objects.map((value) => ({ value }))), {});
  const refused = plan.statuses.find(({ state }) => state === "rejected");
  expect(refused?.description).toContain("b-c/a");
  expect(refused?.description).toContain("c/a-b");
});
