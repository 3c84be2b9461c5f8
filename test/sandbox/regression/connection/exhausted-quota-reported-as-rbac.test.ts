// Kubernetes refuses what a ResourceQuota does not let pass with 403, as it does without a right: the error named a rule of RBAC.
import { expect, test } from "vitest";
import { refusal } from "../../../../provider/avi/client/answers";
import { connect } from "../../../../provider/kubernetes/connect";
import { scriptedServer, status } from "../../../support/scripted-server";

const server = scriptedServer();

test("a quota that is used up is named, and no rule of RBAC", async () => {
  const messages = 'pods "web" is forbidden: exceeded quota: compute, requested: pods=1, used: pods=10, limited: pods=10';
  server.answer = () => status(403, "Forbidden", messages, { name: "web", kind: "pods" });
  const type = { group: "", version: "v1", kind: "Pod", plural: "pods", namespaced: true, tenanted: true };
  const client = connect({ kubeconfig: server.kubeconfig(), retryDelay: 1 });
  const failed = await client.create({ type, namespace: "shop", name: "web" }, {}).catch((error: unknown) => error);
  expect(String(failed)).toMatch(/LB2034: Pod shop\/web: .*exceeded quota: compute.*\n.*ResourceQuota/);
  expect(String(failed)).not.toContain("apiGroups");
});

test.each([
  ["Number of objects exceeds the limit of this controller: 3000", "LB2034"],
  ["Total virtual services exceeded the maximum of 200", "LB2034"],
  ["Maximum number of pools reached", "LB2034"],
  ["Value 70000 for port exceeds the maximum 65535", "LB2008"],
])("a controller that is full says so, with what is to be done: %s", (error, code) => {
  const answer = { status: 400, headers: {}, text: JSON.stringify({ error }), body: { error } };
  const refused = refusal({ password: "", token: undefined } as Parameters<typeof refusal>[0], answer, "Pool web");
  expect(refused.code).toBe(code);
  if (code === "LB2034") expect(refused.message).toContain("k8s-lb limits --to avi");
});
