// Splits rules into HTTPRoutes.

import { chunksOf, groupBy } from "../../resources/lists";
import type { DefaultBackend } from "../routing";
import { referencesOf } from "./backends";
import type { Writing } from "./context";
import { type Entry, PORTS } from "./entries";
import type { WrittenGateway, WrittenListener } from "./listeners";
import { gatewayManifest, type Manifest, type WrittenRule } from "./manifests";

/** So many rules one HTTPRoute has. */
const MOST_RULES = 16;

/** One HTTPRoute per object for the rules of a host on a listener; several if one has too few rules for them. */
export function httpRoutes(cx: Writing, gateway: WrittenGateway, { host, rules }: Entry, listener: WrittenListener): Manifest[] {
  const byOwner = groupBy(rules, ({ owner: { ref } }) => `${ref.apiVersion} ${ref.kind} ${ref.namespace}/${ref.name}`);
  return [...byOwner.values()].flatMap((rulesOfOwner) => {
    const [{ owner }] = rulesOfOwner;
    const plainName = `${owner.ref.name}-${host || "any-host"}-${listener.protocol.toLowerCase()}`;
    const written = rulesOfOwner.map(({ rule }) => rule);
    return chunksOf(written, MOST_RULES).map((some) =>
      httpRoute(cx, gateway, { namespace: owner.ref.namespace, wanted: plainName, host, rules: some }, [listener]),
    );
  });
}

interface NewRoute {
  namespace: string;
  wanted: string;
  host: string;
  rules: readonly WrittenRule[];
}

function httpRoute(
  cx: Writing,
  gateway: WrittenGateway,
  { namespace, wanted, host, rules }: NewRoute,
  listeners: readonly WrittenListener[],
): Manifest {
  return gatewayManifest("HTTPRoute", cx.names.take("HTTPRoute", namespace, wanted, 253), namespace, {
    parentRefs: gateway.parents(namespace, listeners),
    ...(host ? { hostnames: [host] } : {}),
    rules,
  });
}

/** The HTTPRoute of a default backend: for all requests that no other Route takes. */
export function defaultRoute(
  cx: Writing,
  gateway: WrittenGateway,
  { owner, backend, at }: DefaultBackend,
  listeners: readonly WrittenListener[],
): Manifest[] {
  const { namespace, name } = owner.ref;
  const { port } = PORTS.HTTP;
  if (listeners.length === 0) {
    cx.losses.add(owner.ref, at, "the default backend takes nothing: rules without a host take all requests that it would get");
    return [];
  }
  const backendRefs = referencesOf(cx, "HTTPRoute", { owner, at }, [backend]);
  if (!backendRefs) {
    cx.losses.add(owner.ref, at, `the default backend is not served on port ${port}: its Service cannot be referred to`);
    return [];
  }
  const rules: WrittenRule[] = [{ matches: [{ path: { type: "PathPrefix", value: "/" } }], backendRefs }];
  return [httpRoute(cx, gateway, { namespace, wanted: `${name}-default`, host: "", rules }, listeners)];
}
