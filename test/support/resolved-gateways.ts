import { readGateways, readSpecs } from "../../sdk/frontends";
import { endpointMembers, type GatewayRules, resolve } from "../../sdk/routing";
import { parseManifests } from "../../sdk/specs";

/** A target that serves everything, with one word of its own: it refuses methods. */
const RULES: GatewayRules = {
  target: "Test",
  controllers: ["example.com/test"],
  features: ["Gateway", "HTTPRoute"],
  routes: { HTTP: ["HTTPRoute"], HTTPS: ["HTTPRoute"], TCP: ["TCPRoute"], UDP: ["UDPRoute"], TLS: ["TLSRoute"] },
  refusesRule: ({ match, index }) =>
    match.method === undefined ? undefined : { at: `/matches/${index}/method`, message: "method is not read" },
  speaks: ["ws"],
  backendTls: false,
  clientValidation: "port",
  insecureFallback: false,
};

const CLASS = `
apiVersion: gateway.networking.k8s.io/v1
kind: GatewayClass
metadata: { name: test, generation: 7 }
spec: { controllerName: example.com/test }
`;

type Manifest = { apiVersion: string; kind: string; metadata: { annotations?: Record<string, string> } };

/**
 * Manifests of Gateway API as a target resolves them.
 *
 * @param change of each object before it is read
 */
export function resolved(text: string, rules: Partial<GatewayRules> = {}, change: (object: Manifest) => object = (object) => object) {
  const { objects, diagnostics } = parseManifests(`${CLASS}---${text}`, "gateway.yaml");
  const changed = objects.map(({ value, ...raw }) => ({ ...raw, value: change(value as Manifest) }));
  const specs = readSpecs(changed, diagnostics);
  const model = resolve(specs, {
    reads: [readGateways({ ...RULES, ...rules })],
    hosts: { admits: () => true, admitted: "", defaultHost: () => "*", scope: () => "" },
    members: endpointMembers,
    services: { concerns: () => false, unused: () => [] },
  });
  const { statuses, diagnostics: loose } = model.ledger.close();
  return { gateways: model.gateways, statuses, diagnostics: [...loose, ...statuses.flatMap((one) => one.diagnostics)] };
}

type Resolved = ReturnType<typeof resolved>;

interface ShownCondition {
  type: string;
  status: string;
  reason: string;
}

/** Fields of the status of an object. */
export function fieldsOf({ statuses }: Resolved, kind: string, name: string): Record<string, unknown> {
  const found = statuses.find(({ object }) => object.kind === kind && object.name === name);
  if (!found?.fields) throw new Error(`${kind} ${name} has no fields among ${statuses.map(({ object }) => object.name).join()}`);
  return found.fields;
}

/** Conditions as `Accepted=False ListenersNotValid`. */
export const shown = (conditions: unknown): string[] =>
  (conditions as ShownCondition[]).map(({ type, status, reason }) => `${type}=${status} ${reason}`);

/** The conditions of a listener, or of a parent, by its name or index. */
export const inList = (fields: Record<string, unknown>, list: string, index: number): string[] =>
  shown((fields[list] as { conditions: unknown }[])[index]?.conditions);

/** Rules of a port: `host path -> Service*weight`. */
export function rulesOn({ gateways: [gateway] }: Resolved, number: number): string[] {
  const port = gateway?.ports.find((one) => one.port === number);
  if (!port || !("rules" in port)) return [];
  return port.rules.map(({ host, except, match, to }) => {
    const target =
      "backends" in to
        ? to.backends.map(({ service, weight, invalid }) => `${service.name}*${weight}${invalid ? "!" : ""}`).join("+")
        : "answer" in to
          ? String(to.answer)
          : `redirect ${JSON.stringify(to.redirect)}`;
    const headers = match.headers.map(({ name, value }) => ` ${name}=${value}`).join("");
    return `${host || "*"}${except.length > 0 ? `-${except.join("-")}` : ""} ${match.path.is} ${match.path.value}${headers} -> ${target}`;
  });
}

/** Manifests for tests: a Gateway `infra/edge`, Services with one server, Routes that refer to the Gateway. */
export const gateway = (listeners: string, more = "") => `
apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: { name: edge, namespace: infra, generation: 3 }
spec: { gatewayClassName: test, listeners: [${listeners}]${more} }
`;
export const HTTP = "{ name: web, port: 80, protocol: HTTP }";
export const service = (name: string, namespace = "infra", more = "") => `---
apiVersion: v1
kind: Service
metadata: { name: ${name}, namespace: ${namespace} }
spec: { ports: [{ port: 80${more} }] }
---
apiVersion: v1
kind: Endpoints
metadata: { name: ${name}, namespace: ${namespace} }
subsets: [{ addresses: [{ ip: 10.0.0.1 }], ports: [{ port: 8080 }] }]
`;
export const route = (name: string, spec: string, { namespace = "infra", created = "" } = {}) => `---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: { name: ${name}, namespace: ${namespace}, generation: 5${created ? `, creationTimestamp: "${created}"` : ""} }
spec: { parentRefs: [{ name: edge, namespace: infra }], ${spec} }
`;
export const to = (...names: string[]) => `backendRefs: [${names.map((name) => `{ name: ${name}, port: 80 }`).join(", ")}]`;
