import { request } from "node:https";
import { afterEach, expect, test } from "vitest";
import { connect } from "../../../../provider/kubernetes/connect";
import { type KubernetesSandbox, startKubernetesSandbox } from "../../../../sandbox/index";

// A watch that was over after its `timeoutSeconds` got changes until its connection was closed, too: a write after the end, which ended
// the sandbox. Every `k8s-lb watch` of more than five minutes met it sooner or later.

let sandbox: KubernetesSandbox | undefined;
afterEach(() => sandbox?.close());

const SERVICE = { group: "", version: "v1", plural: "services", kind: "Service", namespaced: true, tenanted: true };
const key = { type: SERVICE, namespace: "default", name: "web" };
const service = (annotation: string) => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "web", namespace: "default", annotations: { annotation } },
  spec: { ports: [{ port: 80 }] },
});
const tokenIn = (kubeconfig: string) => /token: (\S+)/.exec(kubeconfig)?.[1] ?? "";

test("watches that are over are told nothing more, however fast things change", async () => {
  sandbox = await startKubernetesSandbox({});
  const { url, kubeconfig } = sandbox;
  const client = connect({ kubeconfig });
  await client.create(key, service(""));
  const ended = Array.from({ length: 30 }, () => {
    const options = { headers: { Authorization: `Bearer ${tokenIn(kubeconfig)}` }, rejectUnauthorized: false };
    const watching = request(`${url}/api/v1/services?watch=true&resourceVersion=0&timeoutSeconds=1`, options).end();
    return new Promise<number | undefined>((done) => {
      watching.on("response", (answer) => answer.resume().on("end", () => done(answer.statusCode)));
    });
  });
  let remaining = ended.length;
  for (const one of ended) void one.then(() => remaining--);
  for (let i = 0; remaining > 0; i++) await client.mergePatch(key, service(String(i)));
  expect(await Promise.all(ended)).toEqual(ended.map(() => 200));
}, 120_000);
