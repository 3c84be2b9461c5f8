import * as pulumi from "@pulumi/pulumi";
import { expect, test } from "vitest";
import { knownSettings } from "../../../../sdk/components/settings";
import * as avi from "../../../../sdk/targets/avi";
import * as octavia from "../../../../sdk/targets/octavia";
import { recordResources } from "../../../../sdk/testing";

const at = { metadata: { name: "web", namespace: "default" } };
const specs = [
  {
    apiVersion: "v1",
    kind: "Service",
    ...at,
    spec: { type: "LoadBalancer", clusterIP: "10.0.0.9", ports: [{ port: 80, protocol: "TCP" }] },
  },
  { apiVersion: "v1", kind: "Endpoints", ...at, subsets: [{ addresses: [{ ip: "10.1.0.5" }], ports: [{ port: 8080 }] }] },
];
const resources = recordResources({ preview: true, project: "shop", stack: "dev" });

const of = (type: string) => resources.filter((one) => one.type.endsWith(type)).map(({ inputs }) => inputs);
/** Value of an output, or its error. */
const value = <T>(output: pulumi.OutputInstance<T>): Promise<T> => Reflect.get(output, "promise").call(output);

class ProgramNetwork extends pulumi.CustomResource {
  declare readonly subnetId: pulumi.Output<string>;
  constructor(name: string) {
    super("test:index:Network", name, { subnetId: undefined });
  }
}

test("a setting may be an output; ids that only stand in bodies need not be known at preview", async () => {
  const { subnetId } = new ProgramNetwork("n");
  const cluster = new octavia.KubernetesCluster("c", {
    specs,
    settings: { naming: "kuryr", service_subnet_id: subnetId, lb_algorithm: pulumi.output("SOURCE_IP") },
  });
  expect(await value(cluster.inventory)).toEqual(["loadbalancers/default/web"]);
  const [made] = of("octavia:LoadBalancer");
  expect(JSON.stringify(made.loadBalancer)).not.toContain("not-known");
  expect(made.loadBalancer.listeners[0].default_pool.lb_algorithm).toBe("SOURCE_IP");
  expect(JSON.stringify(of("octavia:Inventory"))).not.toContain("not-known");
});

test("a setting that decides which objects there are must be known at preview, and the error names it", async () => {
  const error: Error = await knownSettings({ clusterName: new ProgramNetwork("m").subnetId }).then(
    () => expect.unreachable(),
    (thrown: Error) => thrown,
  );
  expect(error.message).toMatch(/LB1313.*clusterName/s);
});

test("a resource without an owner carries the mark of the program", async () => {
  const pool = new avi.Pool("plain", { pool: { name: "plain" } });
  const shard = new avi.SharedVS("shard", { vsVip: { name: "s" }, virtualService: { name: "s" }, owner: "pulumi-k8s-lb:mine" });
  await Promise.all([pool.urn, shard.urn].map(value));
  expect(of("avi:Pool").find(({ pool: { name } }) => name === "plain").owner).toBe("pulumi-k8s-lb:shop/dev");
  expect(of("avi:SharedVS")[0].owner).toBe("pulumi-k8s-lb:mine");
});

test("ignoreChanges and customTimeouts of a component reach its resources", async () => {
  const seen: pulumi.CustomResourceOptions[] = [];
  const look: pulumi.ResourceTransformation = ({ type, opts, props }) => {
    if (type.endsWith("LoadBalancer")) seen.push(opts);
    return { props, opts };
  };
  const given = { ignoreChanges: ["loadBalancer.description"], customTimeouts: { create: "20m" }, transformations: [look] };
  const cluster = new octavia.KubernetesCluster("timed", { specs }, given);
  await value(cluster.inventory);
  expect(seen).toEqual([expect.objectContaining({ ignoreChanges: given.ignoreChanges, customTimeouts: given.customTimeouts })]);
});

test("the summary tells each spec with its state, and where it is served where that is known", async () => {
  const faulty = { apiVersion: "networking.k8s.io/v1", kind: "Ingress", ...at, spec: { rules: [{ host: "a.example.com" }] } };
  const cluster = new octavia.KubernetesCluster("told", { specs: [...specs, faulty], settings: { naming: "occm", subnet_id: "s" } });
  const summary: octavia.SpecSummary[] = await Reflect.get(cluster.summary, "promise").call(cluster.summary, true);
  expect(summary.map(({ spec, state }) => `${spec} ${state}`)).toEqual(["Ingress default/web rejected", "Service default/web partial"]);
  expect(summary[0]?.warnings[0]).toMatch(
    /^LB1110 the rule for a\.example\.com has no paths\. Give the rule a path with a Service as backend/,
  );
});
