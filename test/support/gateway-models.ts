import type { Backend, ConnectionPort, GatewayModel, RequestPort, Rule, Termination } from "../../sdk/routing";
import { HTTP_LISTENER } from "../../sdk/routing";
import { specOf } from "./octavia-gateway";

/** A Service with one server, as a backend of a Route. */
export function share(name: string, { weight = 1, address = "10.0.0.1", invalid = false } = {}): Backend {
  const port = { name: "", port: 80, protocol: "TCP" as const };
  if (invalid) return { service: { namespace: "default", name }, servers: [], weight, invalid: true };
  return { service: { namespace: "default", name }, port, servers: [{ address, port: 8080 }], weight };
}

/** A rule for every request of every host, with these parts changed. */
export const ruleOf = (changed: Partial<Omit<Rule, "match">> & { match?: Partial<Rule["match"]> } = {}): Rule => ({
  listener: HTTP_LISTENER,
  host: "",
  except: [],
  to: { backends: [share("web")] },
  owner: specOf("HTTPRoute", "web"),
  at: "/spec/rules/0",
  index: 0,
  ...changed,
  match: { path: { is: "segments", value: "/" }, headers: [], queryParams: [], ...changed.match },
});

/** A port for clear text. */
export const httpPort = (rules: Rule[], port = 80): RequestPort => ({
  protocol: "HTTP",
  port,
  certificates: [],
  rules: rules.map((one) => ({ ...one, listener: { protocol: "HTTP", port } })),
});

/** A port of TLS with certificates from Secrets of these names. */
export const httpsPort = (rules: Rule[], names: string[], more: Partial<RequestPort> = {}): RequestPort => ({
  protocol: "HTTPS",
  port: 443,
  certificates: names.map(
    (name): Termination => ({
      source: { apiVersion: "v1", kind: "Secret", namespace: "default", name },
      certificate: `CERTIFICATE ${name}`,
      key: `KEY ${name}`,
    }),
  ),
  rules: rules.map((one) => ({ ...one, listener: { protocol: "HTTPS", port: 443 } })),
  ...more,
});

/** A port for connections, with one Route to these backends. */
export const connectionPort = (protocol: ConnectionPort["protocol"], port: number, backends?: Backend[]): ConnectionPort => ({
  protocol,
  port,
  routes: backends ? [{ hosts: [], backends, owner: specOf(`${protocol}Route`, `on-${port}`), at: "/spec/rules/0" }] : [],
});

/** A Gateway with these ports, and the Routes that they name. */
export function gatewayOf(name: string, ports: GatewayModel["ports"], more: Partial<GatewayModel> = {}): GatewayModel {
  const owner = specOf("Gateway", name);
  const routes = ports.flatMap((port) => ("rules" in port ? port.rules : port.routes).map((one) => one.owner));
  return { owner, addresses: [], ports, owners: [owner, ...new Set(routes)], labels: {}, annotations: {}, ...more };
}
