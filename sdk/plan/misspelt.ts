// Finds misspelt fields whose object may lose routes by them.

import { type Diagnostic, describeFault, describeObject, eachOnce, type ObjectRef } from "../../resources/diagnostic";
import type { InventoryInputs } from "../../resources/inventory";
import type { Status } from "../routing";
import { meantField } from "../specs";

/** Kinds whose fields only affect their own routes. */
const ROUTES: ReadonlySet<string> = new Set(
  ["Ingress", "Route", "Gateway", "ListenerSet", "XListenerSet"].concat(
    ["HTTP", "GRPC", "TLS", "TCP", "UDP"].map((name) => `${name}Route`),
  ),
);

/** Number of fields beside an object that a state remembers. */
const FEW = 10;

interface TranslatedSpecs {
  statuses: readonly Status[];
  diagnostics: readonly Diagnostic[];
}

/** Misspelt fields by object: its own, and those of objects that it refers to. An object that was removed from the specs is not listed. */
export function misspeltIn({ statuses, diagnostics }: TranslatedSpecs): NonNullable<InventoryInputs["misspelt"]> {
  const all = eachOnce([...statuses.flatMap((status) => status.diagnostics), ...diagnostics])
    .filter((one) => meantField(one) !== undefined)
    .map((one) => ({ in: one.object, name: describeObject(one.object), text: misspeltText(one) }));
  if (all.length === 0) return {};
  const shared = all.filter((one) => !ROUTES.has(one.in.kind));
  // a Route that has lost its parents has no status
  const objects = [...statuses.map(({ object }) => object), ...all.map((one) => one.in)];
  return Object.fromEntries(
    objects.flatMap((object) => {
      const name = describeObject(object);
      const ownFaults = all.filter((one) => one.name === name);
      const beside = shared.filter((one) => one.name !== name && reaches(one.in, object)).slice(0, FEW);
      return ownFaults.length + beside.length > 0
        ? [[name, { own: ownFaults.map(({ text }) => text), beside: beside.map(({ text }) => text) }]]
        : [];
    }),
  );
}

/** Kinds of AKO that name hosts, whatever the namespace of the objects that ask for these. */
const OF_HOSTS: ReadonlySet<string> = new Set(["HostRule", "HTTPRule"]);

/** True for an object that others refer to: in their namespace, in none, or, of Contour and of rules for hosts, in any. */
const reaches = (from: ObjectRef, to: ObjectRef): boolean =>
  from.tenant === to.tenant &&
  (from.namespace === "" ||
    from.namespace === to.namespace ||
    OF_HOSTS.has(from.kind) ||
    (from.kind === "IngressRoute" && to.kind === "IngressRoute"));

const misspeltText = (one: Diagnostic): string => `${describeFault(one)}; did you mean ${meantField(one)}?`;
