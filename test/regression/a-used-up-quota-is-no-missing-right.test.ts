// Kubernetes refuses what a ResourceQuota does not let pass with 403, as it does without a right: the error named a rule of RBAC.
import { expect, test } from "vitest";
import { connect } from "../../provider/kubernetes/connect";
import { scriptedServer, status } from "../support/scripted-server";

const server = scriptedServer();

test("a quota that is used up is named, and no rule of RBAC", async () => {
  const said = 'pods "web" is forbidden: exceeded quota: compute, requested: pods=1, used: pods=10, limited: pods=10';
  server.answer = () => status(403, "Forbidden", said, { name: "web", kind: "pods" });
  const type = { group: "", version: "v1", kind: "Pod", plural: "pods", namespaced: true, tenanted: true };
  const client = connect({ kubeconfig: server.kubeconfig(), retryDelay: 1 });
  const failed = await client.create({ type, namespace: "shop", name: "web" }, {}).catch((error: unknown) => error);
  expect(String(failed)).toMatch(/LB2034: Pod shop\/web: .*exceeded quota: compute.*\n.*ResourceQuota/);
  expect(String(failed)).not.toContain("apiGroups");
});
