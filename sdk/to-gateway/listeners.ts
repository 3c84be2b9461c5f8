// Writes the listeners of Gateways.

import { chunksOf } from "../../resources/lists";
import type { CertificateReference } from "./certificates";
import type { Writing } from "./context";
import { GATEWAY_GROUP, gatewayManifest, type Manifest, type ParentReference } from "./manifests";
import { dnsName } from "./names";

/** A written listener, and the namespaces of the Routes on it. */
export interface WrittenListener {
  name: string;
  hostname?: string;
  port: number;
  protocol: "HTTP" | "HTTPS" | "TLS" | "TCP";
  certificates?: CertificateReference[];
  namespaces: Set<string>;
}

/** Limit of listeners of one object, and of certificates of one listener. */
export const MOST_LISTENERS = 64;

/** Listener of a host, or of all. */
export function listener(
  protocol: WrittenListener["protocol"],
  port: number,
  host: string,
  certificates?: CertificateReference[],
): WrittenListener {
  return {
    name: host ? dnsName(`${protocol}-${host}`, 253) : protocol.toLowerCase(),
    ...(host && protocol !== "TCP" ? { hostname: host } : {}),
    port,
    protocol,
    ...(certificates ? { certificates } : {}),
    namespaces: new Set(),
  };
}

/** A Gateway with its listeners; listeners beyond its limit are in ListenerSets. */
export class WrittenGateway {
  readonly namespace: string;
  readonly name: string;
  private readonly holders = new Map<WrittenListener, { kind: "Gateway" | "ListenerSet"; name: string }>();

  constructor(
    private readonly cx: Writing,
    plainName: string,
    namespaces: ReadonlySet<string>,
    private readonly listeners: readonly WrittenListener[],
  ) {
    const [only, ...others] = namespaces;
    this.namespace = cx.gatewayNamespace ?? (only !== undefined && others.length === 0 ? only : "default");
    this.name = cx.names.take("Gateway", this.namespace, plainName);
    for (const [i, some] of chunksOf(listeners, MOST_LISTENERS).entries()) {
      const holder =
        i === 0
          ? { kind: "Gateway" as const, name: this.name }
          : { kind: "ListenerSet" as const, name: cx.names.take("ListenerSet", this.namespace, `${this.name}-${i + 1}`) };
      for (const writtenListener of some) this.holders.set(writtenListener, holder);
    }
  }

  /** References of a Route in a namespace to these listeners. */
  parents(namespace: string, listeners: readonly WrittenListener[]): ParentReference[] {
    return listeners.map((writtenListener) => {
      writtenListener.namespaces.add(namespace);
      const { kind, name } = this.holders.get(writtenListener) ?? { kind: "Gateway", name: this.name };
      return {
        ...(kind === "ListenerSet" ? { group: GATEWAY_GROUP, kind } : {}),
        name,
        ...(namespace === this.namespace ? {} : { namespace: this.namespace }),
        sectionName: writtenListener.name,
      };
    });
  }

  /** The Gateway and its ListenerSets, once all Routes are attached. */
  manifests(): Manifest[] {
    return chunksOf(this.listeners, MOST_LISTENERS).map((some, i, all) => {
      const holder = this.holders.get(some[0] as WrittenListener);
      const kind = holder?.kind ?? "Gateway";
      const listeners = some.map((one) => this.written(kind, one));
      const allowed = i === 0 && all.length > 1 ? { allowedListeners: { namespaces: { from: "Same" } } } : {};
      const spec =
        i === 0 ? { gatewayClassName: this.cx.view.className, listeners, ...allowed } : { parentRef: { name: this.name }, listeners };
      return gatewayManifest(kind, holder?.name ?? this.name, this.namespace, spec);
    });
  }

  private written(kind: "Gateway" | "ListenerSet", { name, hostname, port, protocol, certificates, namespaces }: WrittenListener): object {
    for (const secret of certificates ?? [])
      this.cx.grants.add({ from: { kind, namespace: this.namespace }, to: { kind: "Secret", ...secret } });
    const references = certificates?.map((secret) => ({
      name: secret.name,
      ...(secret.namespace === this.namespace ? {} : { namespace: secret.namespace }),
    }));
    const values = [...namespaces].sort();
    const isForeign = values.some((namespace) => namespace !== this.namespace);
    const selector = { matchExpressions: [{ key: "kubernetes.io/metadata.name", operator: "In", values }] };
    return {
      name,
      ...(hostname ? { hostname } : {}),
      port,
      protocol,
      ...(references ? { tls: { mode: "Terminate", certificateRefs: references } } : {}),
      ...(protocol === "TLS" ? { tls: { mode: "Passthrough" } } : {}),
      ...(isForeign ? { allowedRoutes: { namespaces: { from: "Selector", selector } } } : {}),
    };
  }
}
