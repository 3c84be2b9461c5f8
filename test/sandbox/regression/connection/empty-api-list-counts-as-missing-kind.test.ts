// `{}` from something in between, where the API server lists its kinds, was taken for a server without the kind: a destroy reported nothing and
// left what we had written.
import { expect, test } from "vitest";
import { connect } from "../../../../provider/kubernetes/connect";
import { scriptedServer } from "../../../support/scripted-server";

const server = scriptedServer();

test("a list of kinds that is none is an error, and no kind that is missing", async () => {
  server.answer = () => ({ body: {} });
  const client = connect({ kubeconfig: server.kubeconfig(), retryDelay: 1 });
  await expect(client.find("networking.k8s.io/v1", "Ingress")).rejects.toThrow(/LB2110: Kinds .*: the answer is not a list of kinds/);
});
