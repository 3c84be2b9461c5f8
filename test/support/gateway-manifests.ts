/** Objects of Gateway API as manifests have them, in the namespace `default` unless their name has another. */

const API = "gateway.networking.k8s.io/v1";

const meta = (place: string) => {
  const [name = "", namespace = "default"] = place.split("/").reverse();
  return { name, namespace };
};

export const gatewayClass = (name: string, controllerName: string) => ({
  apiVersion: API,
  kind: "GatewayClass",
  metadata: { name },
  spec: { controllerName },
});

export const gateway = (place: string, listeners: object[], more: object = {}) => ({
  apiVersion: API,
  kind: "Gateway",
  metadata: meta(place),
  spec: { gatewayClassName: "ours", listeners, ...more },
});

export const http = (name: string, more: object = {}) => ({ name, port: 80, protocol: "HTTP", ...more });

export const https = (name: string, secret: string, more: object = {}) => ({
  name,
  port: 443,
  protocol: "HTTPS",
  tls: { certificateRefs: [{ name: secret }] },
  ...more,
});

/** A parent, `web` or `web#http` for one listener of it. */
const parentOf = (written: string) => {
  const [name = "", sectionName] = written.split("#");
  return { name, ...(sectionName ? { sectionName } : {}) };
};

export const httpRoute = (place: string, parent: string, rules: object[], hostnames: string[] = []) => ({
  apiVersion: API,
  kind: "HTTPRoute",
  metadata: meta(place),
  spec: { parentRefs: [parentOf(parent)], hostnames, rules },
});

/** A rule for a path prefix that leads to Services with weights, by their port 80. */
export const rule = (path: string, weights: Record<string, number>, more: object = {}) => ({
  matches: [{ path: { type: "PathPrefix", value: path } }],
  backendRefs: Object.entries(weights).map(([name, weight]) => ({ name, port: 80, weight })),
  ...more,
});

export const tcpRoute = (place: string, parent: string, service: string, port = 80) => ({
  apiVersion: "gateway.networking.k8s.io/v1alpha2",
  kind: "TCPRoute",
  metadata: meta(place),
  spec: { parentRefs: [parentOf(parent)], rules: [{ backendRefs: [{ name: service, port }] }] },
});
