import type { KubernetesObject } from "../../provider/kubernetes/types";

/** `namespace/name` of every Secret that routing objects name, sorted. */
export function namedSecrets(objects: readonly KubernetesObject[]): string[] {
  const found = new Set(objects.flatMap((object) => namesIn(object).map((name) => placed(name, object.metadata.namespace ?? "default"))));
  return [...found].sort();
}

/** IngressRoutes may name a Secret of another namespace as `namespace/name`. */
function placed(name: string, own: string): string {
  return name.includes("/") ? name : `${own}/${name}`;
}

function namesIn({ kind, spec }: KubernetesObject): string[] {
  if (kind === "Ingress") return texts(all(at(spec, "tls")).map((entry) => at(entry, "secretName")));
  if (kind !== "IngressRoute") return [];
  const services = [at(spec, "tcpproxy"), ...all(at(spec, "routes"))].flatMap((route) => all(at(route, "services")));
  const authorities = services.map((service) => at(service, "validation", "caSecret"));
  return texts([at(spec, "virtualhost", "tls", "secretName"), ...authorities]);
}

/** Whatever stands at a path; what an object looks like is checked later, with all others. */
function at(value: unknown, ...path: string[]): unknown {
  return path.reduce(
    (inner, key) => (typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>)[key] : undefined),
    value,
  );
}

function all(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function texts(values: readonly unknown[]): string[] {
  return values.filter((value): value is string => typeof value === "string" && value !== "");
}
