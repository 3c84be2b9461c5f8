import { expect, it } from "vitest";
import { rulesWithoutServers } from "../../../sdk/cli/validate/rules-without-servers";
import { readSpecs } from "../../../sdk/frontends";
import { diagnosticsOf } from "../../../sdk/plan";
import { TARGETS } from "../../../sdk/targets";
import { ingressV1, service } from "../../support/manifests";

// `k8s-lb validate` was green for a rule without any server, and must stay so where files only lack what a cluster gives.

function errorsOf(objects: object[], file: string): string[] {
  const specs = readSpecs(objects.map((value) => ({ value, source: { file } })));
  const plan = TARGETS.avi.translate(specs, { settings: { clusterName: "c1", serviceType: "NodePort" } });
  return rulesWithoutServers(diagnosticsOf(plan), plan.facts).flatMap(({ code, severity }) => (severity === "error" ? [code] : []));
}

const WEB = ingressV1("i", [{ host: "a.x.com", path: "/", service: "web" }]);
const NODE = {
  apiVersion: "v1",
  kind: "Node",
  metadata: { name: "n1" },
  status: { addresses: [{ type: "InternalIP", address: "10.0.0.1" }] },
};
const CLUSTER_IP = service("web", [{ port: 80, targetPort: 8080 }]);

it("is red for a missing Service, wherever the specs are from", () => {
  expect(errorsOf([WEB, NODE], "web.yaml")).toEqual(["LB1101"]);
  expect(errorsOf([WEB, NODE], "cluster prod")).toEqual(["LB1101"]);
});

it("is red for a node port that a Service of a cluster lacks, and not for one that files leave out", () => {
  expect(errorsOf([WEB, NODE, CLUSTER_IP], "cluster prod")).toEqual(["LB1105"]);
  expect(errorsOf([WEB, NODE, CLUSTER_IP], "web.yaml")).toEqual([]);
});
