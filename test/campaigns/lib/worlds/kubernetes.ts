import { type KubernetesSandbox, startKubernetesSandbox } from "../../../../sandbox/kubernetes-sandbox";
import { type Props, startHost } from "../../../sandbox/lib/host";
import { MIZAR_KINDS } from "../../../sandbox/lib/mizar-kinds";
import { OWNER } from "../../../sandbox/lib/mizar-samples";
import { startFaultProxy } from "../fault-proxy";
import { RunsAt } from "../runs";
import { type CampaignSubject, type CampaignWorld, inventory, subjectOf, type Words } from "../world";

export interface KubernetesCampaign extends CampaignWorld {
  /** Past the proxy, as somebody else would. */
  api(method: string, path: string, body?: object): Promise<Props>;
}

/** The reason precedes the text. */
function status(code: number, messages: string): string {
  const [, reason = "InternalError", message = messages] = /^(\w+): (.*)$/.exec(messages) ?? [];
  return JSON.stringify({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, reason, code });
}

const WORDS: Words = {
  refusal: status,
  taken: { status: 409, text: 'AlreadyExists: vpcs.mizar.com "campaign" already exists' },
  busy: { status: 409, text: "Conflict: the object has been modified; please apply your changes to the latest version and try again" },
  inUse: { status: 409, text: "Conflict: it is in use and cannot be deleted" },
  changed: { status: 412, text: "PreconditionFailed: the UID in the precondition does not match" },
  quota: { status: 403, text: "Forbidden: exceeded quota: compute, requested: pods=1, used: pods=10, limited: pods=10" },
  forbidden: { status: 403, text: 'Forbidden: User "campaign" cannot do this' },
  unauthenticated: { status: 401, text: "Unauthorized: Unauthorized" },
  pending: (body) => inState(body, "Init"),
};

/** Returns a body whose provisioned parts are in another state, e.g. in the one they begin with. */
function inState(body: Props, state: string): Props {
  return JSON.parse(JSON.stringify(body), (key, value) => (key === "status" && value === "Provisioned" ? state : value)) as Props;
}

const WAITS = {
  MIZAR_TIMEOUT: "2",
  MIZAR_RETRY_DELAY: "20",
  KUBERNETES_TIMEOUT: "2",
  KUBERNETES_RETRY_DELAY: "20",
  MIZAR_POLL_INTERVAL: "20",
  MIZAR_LIST_CACHE: "0",
  MIZAR_PROVISION_TIMEOUT: "3",
  MIZAR_DELETE_TIMEOUT: "3",
};

/** An API server in memory with the Mizar kinds and their operator. */
export async function kubernetesWorld(): Promise<KubernetesCampaign> {
  const sandbox = await startKubernetesSandbox({ https: false, operator: { delayMs: 5, retryMs: 30 } });
  const front = await startFaultProxy(() => sandbox.url);
  const kubeconfigAt = (at: string) => sandbox.kubeconfig.replaceAll(sandbox.url, at);
  const runs = new RunsAt(front.url, (at) => startHost({ env: WAITS, config: { "kubernetes:kubeconfig": kubeconfigAt(at) } }));
  const api: KubernetesCampaign["api"] = async (method, path, body) => {
    const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const headers = { "content-type": type, authorization: `Bearer ${sandbox.token}` };
    const answer = await fetch(sandbox.url + path, { method, headers, body: body && JSON.stringify(body) });
    const text = await answer.text();
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as Props;
  };
  return {
    api,
    front,
    words: WORDS,
    environment: WAITS,
    kubeconfig: kubeconfigAt(front.url),
    ...runs.members(),
    isLogin: ({ path }) => /^\/(api|apis|version)\/?$/.test(path),
    reset: () => sandbox.reset(),
    settled: () => atRest(sandbox, api),
    holds: () => holdings(api),
    async stop() {
      await runs.kill();
      await front.close();
      await sandbox.close();
    },
  };
}

const LISTS = [
  ...["vpcs", "subnets", "endpoints", "dividers", "bouncers"].map((plural) => `/apis/mizar.com/v1/${plural}`),
  "/apis/arktos.futurewei.com/v1/networks",
  ...["pods", "services"].map((plural) => `/api/v1/${plural}`),
  "/apis/networking.k8s.io/v1/ingresses",
];

const all = async (api: KubernetesCampaign["api"]): Promise<Props[]> =>
  (await Promise.all(LISTS.map(async (path) => (await api("GET", path)).items as Props[]))).flat();

/** Waits until the operator has nothing more to do: it has written nothing for a while, and left nothing begun. */
async function atRest(sandbox: KubernetesSandbox, api: KubernetesCampaign["api"]): Promise<void> {
  const writes = () => sandbox.calls().filter(({ method }) => method !== "GET").length;
  let last = -1;
  for (let looks = 0, alike = 0; looks < 250; looks++) {
    const now = writes();
    alike = now === last ? alike + 1 : 0;
    last = now;
    if (alike >= 5 && !(await all(api)).some(isBegun)) return;
    await new Promise((done) => setTimeout(done, 15));
  }
}

function isBegun({ spec, status }: Props): boolean {
  return (spec as Props | undefined)?.status === "Init" || (status as Props | undefined)?.phase === "Pending";
}

/** Fields that differ from one run to the next: written by the server, or invented or measured by the operator. */
const VOLATILE =
  /^(uid|resourceVersion|creationTimestamp|managedFields|generation|createtime|provisiondelay|cnidelay|mac|hostmac|itf|veth|vni|lastTransitionTime|startTime|startedAt|kopf.*)$/;
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g;
/** Samples take a new name each time. */
const NUMBERED = /\b(vpc|net|network|pod|service)-\d+\b/g;
const NETWORK_NUMBER = /hostep-\d+/g;
/** The server gives the next free one. */
const SERVICE_ADDRESS = /\b10\.96\.\d+\.\d+\b/g;

/** Every object, without what differs. */
async function holdings(api: KubernetesCampaign["api"]): Promise<string[]> {
  const text = (object: Props) => JSON.stringify(object, (key, value) => (VOLATILE.test(key) ? undefined : value));
  const plain = (line: string) =>
    line.replace(NUMBERED, "$1-N").replace(SERVICE_ADDRESS, "a service address").replace(ID, "an id").replace(NETWORK_NUMBER, "hostep");
  return (await all(api)).map((object) => plain(text(object))).sort();
}

const INGRESSES = "/apis/networking.k8s.io/v1/namespaces/default/ingresses";

/** The address of an Ingress that somebody else has made. */
const STATUS: CampaignSubject<KubernetesCampaign> = {
  title: "kubernetes:ObjectStatus",
  kind: "kubernetes:ObjectStatus",
  async make({ api }) {
    const [apiVersion, kind, name] = ["networking.k8s.io/v1", "Ingress", "campaign"];
    const defaultBackend = { service: { name: "web", port: { number: 80 } } };
    await api("POST", INGRESSES, { apiVersion, kind, metadata: { name }, spec: { defaultBackend } });
    return { apiVersion, kind, namespace: "default", name, status: addressed("10.0.0.1"), annotations: { note: "one" } };
  },
  next: (inputs) => ({ ...inputs, status: addressed("10.0.0.2") }),
  unreadable: true,
};

const addressed = (ip: string) => ({ loadBalancer: { ingress: [{ ip }] } });

export const KUBERNETES_SUBJECTS: readonly CampaignSubject<KubernetesCampaign>[] = [
  ...MIZAR_KINDS.map((kind) => subjectOf<KubernetesCampaign>(kind)),
  inventory("mizar", OWNER),
  STATUS,
];
