// Starts a Kubernetes API server in memory, for tests and programs.
import { stringify } from "yaml";
import { KubernetesTokens } from "./kubernetes/access";
import type { ClusterSettings } from "./kubernetes/cluster";
import { KubernetesLab } from "./kubernetes/lab";
import { nameOf, namespaceOf } from "./kubernetes/metadata";
import { ApiServer } from "./kubernetes/server";
import { KUBERNETES_FAULT_BODIES } from "./kubernetes/status";
import type { RevisionStore } from "./kubernetes/store";
import type { OperatorOptions } from "./mizar/operator";
import type { FaultRule } from "./shared/fault-rule";
import { type Call, Front } from "./shared/front";
import { listen, tlsIdentity } from "./shared/http";
import type { JsonObject } from "./shared/json";
import type { KubernetesStore } from "./ui/objects";

/** Options of a Kubernetes API in memory; everything has a default. */
export interface KubernetesSandboxOptions {
  /** Default: any free port. */
  port?: number;
  /** Serve https with a certificate of its own. Default true. */
  https?: boolean;
  /** `arktos` has tenants, their paths, and the scope Tenant. Default `vanilla`. */
  mode?: ClusterSettings["mode"];
  /** Tenants to begin with besides `system`, in mode `arktos`. Default `te1`. */
  tenants?: string[];
  /** `RBAC`: Roles and their bindings count; administrators may do everything. Default `RBAC`. */
  authorization?: "RBAC" | "AlwaysAllow";
  /** Further users with a token of their own, who may do what Roles allow. */
  users?: string[];
  /** Addresses of Services. Default `10.96.0.0/16`. */
  serviceCidr?: string;
  /** Mizar's operator and Arktos' controllers beside the API; false for none. Default: with the operator's defaults. */
  operator?: Omit<OperatorOptions, "url" | "token" | "ca" | "tenants"> | false;
  /** Added to every answer. Default 0. */
  latencyMs?: number;
  /** Start of the random numbers behind uids and tokens. Default 1. */
  seed?: number;
  /** Keep objects in this file across restarts. */
  stateFile?: string;
  faults?: FaultRule[];
}

/** A running Kubernetes API that lives in this process, with the kinds of Mizar and Arktos. */
export interface KubernetesSandbox {
  url: string;
  /** Token of an administrator; on Arktos of the tenant `system`, who may do everything in every tenant. */
  token: string;
  /** PEM of the certificate to trust, when serving https. */
  ca?: string;
  /** Content of a kubeconfig: the context `sandbox`, and on Arktos one per tenant, named after it. */
  kubeconfig: string;
  /** Names of the tenants at the start; empty without them. */
  tenants: string[];
  /** Tokens of the further users. */
  users: { [name: string]: string };
  /** The API calls since the start or the last `resetCalls`, without those of the operator. */
  calls(): Call[];
  resetCalls(): void;
  fault(rule: FaultRule): void;
  /** Back to the start. */
  reset(): Promise<void>;
  close(): Promise<void>;
  /** Calls `close`. */
  stop(): Promise<void>;
  /** The objects by their names. */
  store: KubernetesStore;
}

/**
 * Starts a Kubernetes API in memory, on loopback, and beside it a stand-in for Mizar's operator. It answers as kube-apiserver 1.36 does.
 *
 * @example
 * ```ts
 * import { startKubernetesSandbox } from "pulumi-k8s-lb-sandbox";
 *
 * async function test() {
 *   const cluster = await startKubernetesSandbox({ mode: "arktos", tenants: ["te1"] });
 *   console.log(`point a client at ${cluster.url}`);
 *   await cluster.close();
 * }
 * void test();
 * ```
 */
export async function startKubernetesSandbox(options: KubernetesSandboxOptions = {}): Promise<KubernetesSandbox> {
  const { mode = "vanilla", authorization = "RBAC", users = [], serviceCidr = "10.96.0.0/16", seed = 1 } = options;
  const first = options.tenants ?? ["te1"];
  const api = new ApiServer({ mode, tenants: first, authorization, users, serviceCidr, seed }, options.stateFile);
  const { cluster } = api;
  const tokens = new KubernetesTokens(cluster);
  const front = frontOf(options);
  const tls = (options.https ?? true) ? await tlsIdentity(options.stateFile && `${options.stateFile}.tls.json`) : undefined;
  const server = await listen(
    async (request) => {
      if (request.written.startsWith("/_lab/")) return front.answerLab(request) ?? lab.answer(request);
      // the operator is neither counted nor hit by faults
      if (request.headers.authorization === `Bearer ${tokens.operator()}`) return api.answer(request);
      return front.handle(request, (received) => api.answer(received));
    },
    options.port ?? 0,
    tls,
  );
  const url = `${tls ? "https" : "http"}://127.0.0.1:${server.port}`;
  const operator = options.operator !== false && { seed: options.seed, ...options.operator };
  const lab = new KubernetesLab(api, { url, token: tokens.operator(), ca: tls?.cert, tenants: cluster.arktos }, operator);
  const close = async () => {
    await lab.stopOperator();
    await server.close();
    api.close();
  };
  const tenants = cluster.tenants();
  try {
    await lab.startOperator();
  } catch (error) {
    await close();
    throw error;
  }
  const token = tokens.admin();
  const others = tenants.filter((tenant) => tenant !== "system").map((tenant): [string, string] => [tenant, tokens.admin(tenant)]);
  return {
    ...{ url, token, ca: tls?.cert, tenants, close, stop: close },
    kubeconfig: kubeconfigOf(url, tls?.cert, [["sandbox", token], ...others]),
    store: { names: () => namesIn(cluster.store) },
    users: Object.fromEntries(users.map((name) => [name, tokens.user(name)])),
    calls: () => front.calls.list(),
    resetCalls: () => front.calls.clear(),
    fault: (rule) => front.faults.add(rule),
    async reset() {
      await lab.reset();
      front.reset();
    },
  };
}

/** Resources left out of the listing, as every cluster has objects of them. */
const OWN = /^(namespaces|tenants|serviceaccounts|events|customresourcedefinitions)\b|rbac|apiregistration|leases/;

function namesIn(store: RevisionStore): { [resource: string]: string[] } {
  const foreignEntries = Object.entries(store.save().objects).filter(([resource, entries]) => !OWN.test(resource) && entries.length > 0);
  return Object.fromEntries(foreignEntries.sort().map(([resource, entries]) => [resource, entries.map(([, object]) => shownName(object))]));
}

const shownName = (object: JsonObject) => [namespaceOf(object), nameOf(object)].filter(Boolean).join("/");

const frontOf = ({ latencyMs = 0, faults }: KubernetesSandboxOptions): Front =>
  new Front(latencyMs, { bodies: KUBERNETES_FAULT_BODIES }, (request) => /\/tenants\/([^/?]+)/.exec(request.written)?.[1], faults);

/** The text of a kubeconfig with one context per token; the first is the current one. */
function kubeconfigOf(url: string, ca: string | undefined, tokens: [context: string, token: string][]): string {
  const trust = ca === undefined ? {} : { "certificate-authority-data": Buffer.from(ca).toString("base64") };
  return stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "sandbox", cluster: { server: url, ...trust } }],
    users: tokens.map(([name, token]) => ({ name, user: { token } })),
    contexts: tokens.map(([name]) => ({ name, context: { cluster: "sandbox", user: name } })),
    "current-context": tokens[0]?.[0] ?? "",
  });
}
