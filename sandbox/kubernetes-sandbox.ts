import { KUBERNETES_FAULT_BODIES } from "./kubernetes/fault-bodies";
import { kubeconfigOf } from "./kubernetes/kubeconfig";
import { type Controls, lab } from "./kubernetes/lab";
import type { KubernetesSandboxOptions } from "./kubernetes/options";
import { KubernetesService } from "./kubernetes/service";
import { type Given, gatesGiven, type Operator, type OperatorOptions, startOperator } from "./mizar";
import type { FaultRule } from "./shared/fault-rule";
import { type Call, Front } from "./shared/front";
import { listen, tlsIdentity } from "./shared/http";

/** A running Kubernetes API that lives in this process, with the kinds of Mizar and Arktos. */
export interface KubernetesSandbox {
  url: string;
  /** Of an administrator; on Arktos of the tenant `system`, who may do everything in every tenant. */
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
  /** The same as `close`. */
  stop(): Promise<void>;
}

/**
 * Starts a Kubernetes API in memory, on loopback, and beside it a stand-in for Mizar's operator. It answers as kube-apiserver 1.36 does.
 *
 * @example
 * ```ts
 * import { startKubernetesSandbox } from "pulumi-k8s-lb/sandbox";
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
  const service = serviceOf(options);
  const { cluster } = service;
  const front = frontOf(options);
  const tls = (options.https ?? true) ? await tlsIdentity(options.stateFile && `${options.stateFile}.tls.json`) : undefined;
  const operator = new OperatorSwitch();
  const controls = controlsOf(service, operator);
  const server = await listen(
    async (request) => {
      if (request.written.startsWith("/_lab/")) return lab(request, controls);
      // the operator is neither counted nor hit by faults
      if (request.headers.authorization === `Bearer ${cluster.tokens.operator()}`) return service.answer(request);
      return front.handle(request, (received) => service.answer(received));
    },
    options.port ?? 0,
    tls,
  );
  const url = `${tls ? "https" : "http"}://127.0.0.1:${server.port}`;
  const token = cluster.tokens.admin();
  operator.connect({ url, token: cluster.tokens.operator(), ca: tls?.cert, tenants: cluster.arktos }, options);
  const tenants = service.tenants();
  const close = async () => {
    await operator.stop();
    await server.close();
    service.close();
  };
  try {
    await operator.start();
  } catch (error) {
    await close();
    throw error;
  }
  const others = tenants.filter((tenant) => tenant !== "system").map((tenant): [string, string] => [tenant, cluster.tokens.admin(tenant)]);
  return {
    ...{ url, token, ca: tls?.cert, tenants, close, stop: close },
    kubeconfig: kubeconfigOf({ url, ca: tls?.cert, tokens: [["sandbox", token], ...others] }),
    users: Object.fromEntries((options.users ?? []).map((name) => [name, cluster.tokens.user(name)])),
    calls: () => front.calls.list(),
    resetCalls: () => front.calls.clear(),
    fault: (rule) => front.faults.add(rule),
    async reset() {
      await controls.reset();
      front.reset();
    },
  };
}

function serviceOf(options: KubernetesSandboxOptions): KubernetesService {
  const { mode = "vanilla", authorization = "RBAC", users = [], serviceCidr = "10.96.0.0/16", seed = 1, tenants = ["te1"] } = options;
  return new KubernetesService({ mode, authorization, users, serviceCidr, seed }, tenants, options.stateFile);
}

const frontOf = ({ latencyMs = 0, faults }: KubernetesSandboxOptions): Front =>
  new Front(latencyMs, { bodies: KUBERNETES_FAULT_BODIES }, (request) => /\/tenants\/([^/?]+)/.exec(request.written)?.[1], faults);

/** The operator beside the API, which can be ended and started anew. */
class OperatorSwitch {
  private running: Operator | undefined;
  private base: OperatorOptions | undefined;

  connect(connection: OperatorOptions, { operator, seed }: KubernetesSandboxOptions): void {
    if (operator !== false) this.base = { ...(seed === undefined ? {} : { seed }), ...operator, ...connection };
  }

  async start(settings: Partial<OperatorOptions> = {}): Promise<void> {
    if (this.base) this.running = await startOperator({ ...this.base, ...settings });
  }

  async stop(): Promise<void> {
    const running = this.running;
    this.running = undefined;
    await running?.stop();
  }
}

function controlsOf(service: KubernetesService, operator: OperatorSwitch): Controls {
  const anew = async (settings: Partial<OperatorOptions>) => {
    await operator.stop();
    service.reset();
    service.cluster.featureGates = gatesGiven(settings.given ?? {});
    await operator.start(settings);
  };
  return {
    reset: () => anew({}),
    given: (state) => anew({ given: state as Given }),
    async operator(settings) {
      await operator.stop();
      await operator.start(settings as Partial<OperatorOptions>);
    },
    compact: () => service.cluster.store.compact(),
  };
}
