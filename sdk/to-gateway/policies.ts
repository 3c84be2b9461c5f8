// Writes BackendTLSPolicies.

import type { Backend } from "../routing";
import { isUnknown, keyOf } from "../specs";
import { gatewayManifest, type Manifest } from "./manifests";
import type { Names } from "./names";

interface Policy {
  service: Backend["service"];
  port: { name: string; port: number };
  authority: string;
  hostname: string;
}

/** Checks of the certificates of servers, one per port of a Service. */
export class Policies {
  private readonly byPort = new Map<string, Policy>();

  /** Notes what the backend asks for; returns why Gateway API cannot have it. */
  add({ service, port, validation }: Backend): string | undefined {
    const authority = validation?.caCertificate;
    const hostname = validation?.subjectName;
    if (!port || authority === undefined || isUnknown(authority)) return "a BackendTLSPolicy needs an authority, and none is given";
    if (!hostname) return "a BackendTLSPolicy needs the name that certificates of the servers are for, and none is given";
    const key = `${keyOf(service)}:${port.port}`;
    const policy = this.byPort.get(key);
    if (policy && (policy.authority !== authority || policy.hostname !== hostname))
      return `a port has one BackendTLSPolicy, and port ${port.port} of Service ${keyOf(service)} is verified otherwise by another route`;
    this.byPort.set(key, { service, port, authority, hostname });
    return undefined;
  }

  manifests(names: Names): Manifest[] {
    return [...this.byPort.values()].flatMap(({ service: { name, namespace }, port, authority, hostname }) => {
      const map = names.take("ConfigMap", namespace, `${name}-${port.port}-ca`);
      const target = { group: "", kind: "Service", name, ...(port.name ? { sectionName: port.name } : {}) };
      return [
        { apiVersion: "v1", kind: "ConfigMap", metadata: { name: map, namespace }, data: { "ca.crt": authority } },
        gatewayManifest("BackendTLSPolicy", names.take("BackendTLSPolicy", namespace, `${name}-${port.port}`), namespace, {
          targetRefs: [target],
          validation: { hostname, caCertificateRefs: [{ group: "", kind: "ConfigMap", name: map }] },
        }),
      ];
    });
  }
}
