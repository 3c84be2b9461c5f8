import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AviApi } from "../../../provider/avi/client/api";
import { type AviBody, isAviType } from "../../../resources/avi/body";
import { readSpecs } from "../../../sdk/frontends";
import { parseManifests } from "../../../sdk/specs";
import type { AviPlan } from "../../../sdk/targets/avi/plan";
import { translateToAvi } from "../../../sdk/targets/avi/translate";

/** Recorded objects of one AKO on a controller, with the facts that tests need (cases/README.md). */
export interface RecordedAdoption {
  /** As the file is called: `2.2.1-sni`. */
  name: "1.2.1-beta" | "1.2.1" | "2.2.1-sni" | "2.2.1-evh";
  /** The setting of that name. */
  naming: "ako-1.2" | "ako-1.2.1" | "ako-2" | "ako-2-evh";
  /** Number of objects, without the VRF context. */
  objects: number;
}

export const RECORDED: readonly RecordedAdoption[] = [
  { name: "1.2.1-beta", naming: "ako-1.2", objects: 26 },
  { name: "1.2.1", naming: "ako-1.2.1", objects: 25 },
  { name: "2.2.1-sni", naming: "ako-2", objects: 24 },
  { name: "2.2.1-evh", naming: "ako-2-evh", objects: 29 },
];

const SETTINGS = { clusterName: "lab", shardVSSize: "SMALL", subDomains: ["avi.internal"] };

const OWNER = "pulumi-k8s-lb:shop/dev/lab/prod";

const MANIFESTS = ["class.yaml", "node.yaml", "objects.yaml"];

const textOf = (file: string) => readFileSync(join(__dirname, "cases", file), "utf8");

/** The cluster as that AKO read it: before 2.x, Ingresses of v1beta1, whose paths match as AKO matched them. */
export function manifestsOf({ naming }: Pick<RecordedAdoption, "naming">): string {
  const all = MANIFESTS.map(textOf).join("\n---\n");
  if (!naming.startsWith("ako-1.2")) return all;
  return all
    .replaceAll("networking.k8s.io/v1\nkind: Ingress\n", "networking.k8s.io/v1beta1\nkind: Ingress\n")
    .replace(/backend: \{ service: \{ name: (\w+), port: \{ number: (\d+) \} \} \}/g, "backend: { serviceName: $1, servicePort: $2 }")
    .replaceAll("pathType: Prefix, ", "");
}

/** Plan of these manifests in the generation of a set. */
export function planOf(set: Pick<RecordedAdoption, "naming">, manifests = manifestsOf(set)): AviPlan {
  const { objects, diagnostics } = parseManifests(manifests, "cluster.yaml");
  return translateToAvi(readSpecs(objects, diagnostics), { settings: { ...SETTINGS, naming: set.naming }, owner: OWNER });
}

interface RecordedObject {
  type: string;
  body: AviBody;
}

const recorded = (name: RecordedAdoption["name"]): RecordedObject[] => JSON.parse(textOf(`${name}.json`)).objects;

/** Fields that the controller computes and takes from no client. */
const ANSWERED = [
  "key_params",
  "redis_db",
  "redis_port",
  "self_se_election",
  "tls_ticket_key",
  "version",
  "vh_child_vs_uuid",
  "vip_runtime",
];

/** Puts a recorded set onto a controller; its VIPs have the addresses that they had. */
export async function load({ name }: Pick<RecordedAdoption, "name">, api: AviApi): Promise<void> {
  const scope = { tenant: "admin", cloud: "Default-Cloud" };
  for (const { type, body } of recorded(name)) {
    if (!isAviType(type)) throw new Error(`${type} is none of ours`);
    if (type === "vrfcontext") continue;
    const sent = Object.fromEntries(Object.entries(body).filter(([field]) => !ANSWERED.includes(field)));
    const secret: Record<string, string> = type === "sslkeyandcertificate" ? { key: privateKey() } : {};
    await api.create(type, { ...sent, ...secret, name: body.name }, scope);
  }
  // the set of the SNI mode was recorded without the route to the node; 2.x writes it alike in both modes
  const routes = recorded(name === "2.2.1-sni" ? "2.2.1-evh" : name).find(({ type }) => type === "vrfcontext");
  const vrf = await api.find("vrfcontext", "global", scope);
  if (vrf && routes) await api.replace("vrfcontext", vrf.uuid, { ...vrf, static_routes: routes.body.static_routes ?? [] }, scope);
}

/** The private key of the Secret: no controller answers it. */
function privateKey(): string {
  const [, encoded = ""] = /tls\.key: (\S+)/.exec(textOf("objects.yaml")) ?? [];
  return Buffer.from(encoded, "base64").toString();
}
