// Converts specs to Gateway API manifests and reports what is lost.

import type { RequestComparison } from "../../requests/differences/changes";
import type { Diagnostic } from "../../resources/diagnostic";
import type { Plan } from "../plan";
import { statusKey } from "../routing";
import { effectOf, flattenList, isRecord, type RawObject, scopeOf } from "../specs";
import type { SettingsInput, Target } from "../targets";
import { compareRequests } from "./check";
import { type Loss, lossAt } from "./losses";
import type { Manifest } from "./manifests";
import { Names } from "./names";
import { isReplaced } from "./replaced";
import { toGateway } from "./write";

/** Choices of the user. */
export interface ConvertOptions {
  settings?: SettingsInput;
  /** Namespace of the Gateways; default: that of the objects on a Gateway, `default` where they are from several. */
  gatewayNamespace?: string;
  /** Write Secrets with the certificates and keys that Routes hold themselves. */
  showSecrets?: boolean;
}

/** Manifests of Gateway API that replace the older objects, and the losses. */
export interface Converted {
  manifests: Manifest[];
  /** Parts of the specs that the manifests do not have, and what the target does not serve of the manifests. */
  losses: Loss[];
  /** Requests that are answered otherwise. */
  differences: RequestComparison;
  /** Translation of the specs as they are. */
  before: Plan;
}

/** Translates specs and the manifests that are written for them, and compares both. Pure; never throws on faulty specs. */
export function convert(target: Target, objects: readonly RawObject[], options: ConvertOptions = {}): Converted | undefined {
  if (!target.balancer) return undefined;
  const { settings = {}, gatewayNamespace, showSecrets } = options;
  const raws = objects.flatMap(flattenList);
  const specs = target.read(raws);
  if (!("services" in specs && "secrets" in specs)) return undefined;
  const before = target.translate(specs, { settings });
  const view = target.balancer.gatewayView(specs, settings);
  const { manifests, secrets, losses, connections } = toGateway(view, before.statuses, { gatewayNamespace, names: namesIn(raws) });
  const otherObjects = raws.filter(({ value }) => !isRecord(value) || !isReplaced(kindIn(value)));
  const written = target.read([...otherObjects, ...[...manifests, ...secrets].map((value) => ({ value }))]);
  const after = target.translate(written, { settings });
  const hidden = showSecrets ? [] : secrets;
  return {
    manifests: [...manifests, ...(showSecrets ? secrets : [])],
    losses: [...losses, ...unread(raws, before), ...hidden.map(hiddenSecret), ...faultsOf(after, manifests)],
    differences: compareRequests(target, settings, { specs, plan: before }, { specs: written, plan: after }, connections),
    before,
  };
}

const kindIn = ({ apiVersion, kind }: Record<string, unknown>) => ({ apiVersion: String(apiVersion), kind: String(kind) });

/** Names of the objects that exist: none is written again. */
function namesIn(raws: readonly RawObject[]): Names {
  const names = new Names();
  for (const { value } of raws) {
    if (!isRecord(value) || !isRecord(value.metadata)) continue;
    names.keep(String(value.kind), String(value.metadata.namespace || "default"), String(value.metadata.name));
  }
  return names;
}

/** Objects that the target leaves to others, mostly by their class: they have no status. */
function unread(raws: readonly RawObject[], { statuses }: Plan): Loss[] {
  const withStatus = new Set(statuses.map(({ object }) => statusKey(object)));
  const replaced = raws.flatMap(({ value }) =>
    isRecord(value) && isRecord(value.metadata) && isReplaced(kindIn(value)) ? [{ value, metadata: value.metadata }] : [],
  );
  const refs = replaced.map(({ value, metadata }) => ({
    ...kindIn(value),
    namespace: String(metadata.namespace || "default"),
    name: String(metadata.name),
  }));
  const others = new Map(refs.filter((ref) => !withStatus.has(statusKey(ref))).map((ref) => [statusKey(ref), ref]));
  return [...others.values()].map((ref) =>
    lossAt(ref, "", "nothing is written for it: it is of another class, or the target does not read it", "notice"),
  );
}

function hiddenSecret({ apiVersion, kind, metadata: { name, namespace = "" } }: Manifest): Loss {
  const message = "a listener needs this Secret with the certificate and key of a Route, and it is not printed";
  return { ...lossAt({ apiVersion, kind, namespace, name }, "", message), remedy: "Create it, or have it printed with --show-secrets." };
}

/** True for faults of every kind: of certificates, and of settings (`responders`), which no older kind has. */
const isOfEveryKind = (one: Diagnostic): boolean => effectOf(one) === "wrong certificate" || scopeOf(one.code) === "settings";

/** Faults that the target finds in the written manifests. */
function faultsOf({ statuses, diagnostics }: Plan, manifests: readonly Manifest[]): Loss[] {
  const written = new Set(manifests.map(({ kind, metadata: { namespace = "", name } }) => `${kind} ${namespace}/${name}`));
  return [...statuses.flatMap((one) => one.diagnostics), ...diagnostics].filter(
    (diagnostic) =>
      diagnostic.severity !== "notice" &&
      !isOfEveryKind(diagnostic) &&
      written.has(`${diagnostic.object.kind} ${diagnostic.object.namespace}/${diagnostic.object.name}`),
  );
}
