import type { Backend } from "./model";

/** Whether the servers are spoken to over TLS. */
export const speaksTls = ({ protocol, validation }: Backend) => validation !== undefined || protocol === "tls" || protocol === "h2";

/** One backend per Service and port: where one stands twice, the first with the weights of all. */
export function mergeBackends(backends: readonly Backend[]): Backend[] {
  const keyOf = ({ service, port }: Backend) => [service.namespace, service.name, port?.protocol, port?.port].join("/");
  if (new Set(backends.map(keyOf)).size === backends.length) return [...backends];
  const merged = new Map<string, Backend>();
  for (const backend of backends) {
    const first = merged.get(keyOf(backend));
    merged.set(keyOf(backend), { ...(first ?? backend), weight: (first?.weight ?? 0) + (backend.weight ?? 1) });
  }
  return [...merged.values()];
}
