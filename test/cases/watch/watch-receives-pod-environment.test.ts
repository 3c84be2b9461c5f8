import { expect, test } from "vitest";
import { objectsForWatch } from "../../../sdk/components/objects-for-watch";
import { UNKNOWN } from "../../../sdk/specs";

// A component handed the plain objects of its program to `k8s-lb watch` as they were, but for `data` of Secrets: the environment of a Pod, a
// Deployment, the Secrets in a List, and what kubectl had been given went along.

const CANARY = "hunter2";
const copy = { "kubectl.kubernetes.io/last-applied-configuration": JSON.stringify({ data: { password: CANARY } }) };

const pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: {
    name: "web",
    namespace: "shop",
    labels: { app: "web" },
    annotations: { ...copy, token: CANARY, "nodeportlocal.antrea.io": "[]" },
  },
  spec: {
    initContainers: [{ name: "init", args: [CANARY] }],
    containers: [{ name: "web", env: [{ name: "P", value: CANARY }], command: [CANARY], ports: [{ name: "http", containerPort: 8080 }] }],
  },
  status: { podIP: "10.1.0.1", conditions: [{ type: "Ready", status: "True" }] },
};
const secret = {
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: "tls", annotations: copy },
  type: "kubernetes.io/tls",
  stringData: { "tls.crt": "public", "tls.key": CANARY },
};
const httpGet = {
  path: "/healthz",
  port: "http",
  httpHeaders: [
    { name: "Authorization", value: CANARY },
    { name: "Host", value: "a.com" },
  ],
};
const probed = { name: "web", env: [{ name: "P", value: CANARY }], readinessProbe: { httpGet, periodSeconds: 5 } };
const sidecar = { name: "proxy", restartPolicy: "Always", readinessProbe: { exec: { command: [CANARY] } } };
const template = { metadata: pod.metadata, spec: { containers: [probed], initContainers: [...pod.spec.initContainers, sidecar] } };
const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", annotations: { token: CANARY } },
  spec: { template },
};

test("nothing that may be a secret is handed over", () => {
  const handed = objectsForWatch([pod, deployment, { apiVersion: "v1", kind: "List", items: [secret] }]);
  expect(JSON.stringify(handed)).not.toContain(CANARY);
  expect(handed).toEqual([
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "web", namespace: "shop", labels: { app: "web" }, annotations: { "nodeportlocal.antrea.io": "[]" } },
      spec: { containers: [{ name: "web", ports: [{ name: "http", containerPort: 8080 }] }] },
      status: { conditions: [{ type: "Ready", status: "True" }] },
    },
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "web" },
      spec: {
        template: {
          metadata: { labels: { app: "web" } },
          spec: {
            containers: [
              {
                name: "web",
                readinessProbe: {
                  httpGet: {
                    ...httpGet,
                    httpHeaders: [
                      { name: "Authorization", value: "" },
                      { name: "Host", value: "a.com" },
                    ],
                  },
                  periodSeconds: 5,
                },
              },
            ],
            initContainers: [{ name: "proxy", restartPolicy: "Always", readinessProbe: { exec: {} } }],
          },
        },
      },
    },
    {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "tls", annotations: {} },
      type: "kubernetes.io/tls",
      stringData: { "tls.crt": "public", "tls.key": "hidden" },
    },
  ]);
});

test("what preview cannot know stays unknown", () => {
  const [handed] = objectsForWatch([{ ...secret, metadata: UNKNOWN, stringData: UNKNOWN }]);
  expect(handed).toEqual({ ...secret, metadata: UNKNOWN, stringData: UNKNOWN });
  expect(Reflect.get(Object(handed), "stringData")).toBe(UNKNOWN);
});
