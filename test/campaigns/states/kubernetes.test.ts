import { afterAll, beforeAll } from "vitest";
import { type KubernetesSandbox, startKubernetesSandbox } from "../../../sandbox/kubernetes-sandbox";
import type { Props } from "../../sandbox/lib/host";
import { runHere } from "../../support/provider-here";
import { campaign } from "../lib/campaign";
import { type Ground, sequenceCases } from "./sequence";

let cluster: KubernetesSandbox;
beforeAll(async () => {
  cluster = await startKubernetesSandbox({ https: false, operator: false });
}, 60_000);
afterAll(() => cluster.close());

const NETWORKS = "/apis/arktos.futurewei.com/v1/networks";
const SERVICES = "/api/v1/namespaces/default/services";

const ground = (): Ground => {
  const api = async (method: string, path: string, body?: object): Promise<Props> => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${cluster.token}` };
    return (await fetch(cluster.url + path, { method, headers, body: body && JSON.stringify(body) })).json() as Promise<Props>;
  };
  const service = { ports: [{ name: "http", port: 80 }], selector: { app: "web" } };
  return {
    reset: async () => cluster.reset(),
    run: () => runHere({ "kubernetes:kubeconfig": cluster.kubeconfig, "mizar:listCache": "0", "mizar:pollInterval": "2" }),
    program: (stack, owner) => [
      ...["blue", "green"].map((name) => ({
        kind: "mizar:ArktosNetwork",
        inputs: { owner, metadata: { name: `${stack}-${name}` }, spec: { type: "mizar", vpcID: "v" } },
      })),
      ...["a", "b"].map((name) => ({
        kind: "mizar:PlacedService",
        inputs: { owner, metadata: { name: `${stack}-${name}`, namespace: "default" }, spec: service, waitFor: "none" },
      })),
    ],
    changed: (inputs, _kind, draw) => ({ ...inputs, metadata: { ...(inputs.metadata as Props), labels: { change: `c${draw}` } } }),
    async strangers() {
      await api("POST", SERVICES, { apiVersion: "v1", kind: "Service", metadata: { name: "dev-z" }, spec: service });
    },
    async marks() {
      const lists = await Promise.all([NETWORKS, SERVICES].map(async (path) => (await api("GET", path)).items as Props[]));
      return new Map(
        lists.flat().map(({ metadata }) => {
          const { uid, annotations = {} } = metadata as { uid: string; annotations?: { [name: string]: string } };
          return [uid, annotations["pulumi-k8s-lb/owner"] ?? ""];
        }),
      );
    },
    held: ({ state: { outs } }) => (outs.uid === undefined ? [] : [String(outs.uid)]),
  };
};

campaign("states on Mizar", sequenceCases(ground, "Mizar", 2_000), { sample: 95, limitMs: 60_000 });
