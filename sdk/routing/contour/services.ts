import { keyOf, type Service, type ServicePort, type SpecSet } from "../../specs";
import type { Backend } from "../model";

/** The protocols of `upstream-protocol.*`; a later one wins. */
const PROTOCOLS = ["h2", "h2c", "tls"] as const;
const PREFIXES = ["contour.heptio.com", "projectcontour.io"] as const;

/** Annotations of a Service that are read. */
export const SERVICE_ANNOTATIONS: readonly string[] = PREFIXES.flatMap((prefix) =>
  PROTOCOLS.map((protocol) => `${prefix}/upstream-protocol.${protocol}`),
);

export interface FoundService {
  service: Service;
  port: ServicePort;
  protocol: Backend["protocol"];
}

/**
 * The Service and its port by number; a port whose name is that number counts too (contour.md 1.2, step 7). HTTP needs TCP, so
 * of two ports with one number that one is taken.
 */
export function findService(specs: SpecSet, namespace: string, name: string, wanted: number): FoundService | undefined {
  const service = specs.services.get(keyOf({ namespace, name }));
  const fits = service?.ports.filter(({ port, name: portName }) => port === wanted || portName === String(wanted)) ?? [];
  const port = fits.find(({ protocol }) => protocol === "TCP") ?? fits[0];
  return service && port ? { service, port, protocol: protocolOf(service, port) } : undefined;
}

/** What the annotations say of a port, its name before its number. */
function protocolOf({ meta }: Service, port: ServicePort): Backend["protocol"] {
  const byPort = new Map<string, Backend["protocol"]>();
  for (const prefix of PREFIXES) {
    for (const protocol of PROTOCOLS) {
      for (const item of (meta.annotations[`${prefix}/upstream-protocol.${protocol}`] ?? "").split(",")) {
        if (item.trim()) byPort.set(item.trim(), protocol);
      }
    }
  }
  return (port.name ? byPort.get(port.name) : undefined) ?? byPort.get(String(port.port));
}
