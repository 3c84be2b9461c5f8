import { decodePath } from "../../shared/http";

/** What a path means: one object, a collection, or a subresource of an object. */
export interface Target {
  group: string;
  version: string;
  /** Only where the path has one. */
  tenant?: string;
  namespace?: string;
  resource: string;
  name?: string;
  subresource?: string;
  /** The old form of a watch: `/watch` after the version. */
  watch?: boolean;
}

/** Subresources of a namespace or tenant itself; other words after its name are resources in it. */
const OF_NAMESPACE = new Set(["status", "finalize"]);

/** The target of `/api/v1/...` or `/apis/GROUP/VERSION/...`; undefined for every other path. `tenants` switches Arktos' paths on. */
export function targetOf(path: string, tenants: boolean): Target | undefined {
  const parts = path
    .split("/")
    .filter((part) => part !== "")
    .map(decodePath);
  const [prefix] = parts;
  const skip = prefix === "api" ? 2 : prefix === "apis" ? 3 : 0;
  if (skip === 0 || parts.length <= skip) return undefined;
  const [group, version] = prefix === "api" ? ["", parts[1] ?? ""] : [parts[1] ?? "", parts[2] ?? ""];
  const rest = parts.slice(skip);
  if (rest[0] === "watch" && rest.length > 1) return within({ group, version, resource: "", watch: true }, rest.slice(1), tenants);
  return within({ group, version, resource: "" }, rest, tenants);
}

function within(target: Target, rest: string[], tenants: boolean): Target | undefined {
  const [first, second, third] = rest;
  if (tenants && first === "tenants" && second !== undefined && third !== undefined && !OF_NAMESPACE.has(third)) {
    return within({ ...target, tenant: second }, rest.slice(2), false);
  }
  if (first === "namespaces" && second !== undefined) {
    if (third === undefined || OF_NAMESPACE.has(third)) return named({ ...target, namespace: second }, rest);
    return named({ ...target, namespace: second }, rest.slice(2));
  }
  return named(target, rest);
}

function named(target: Target, [resource = "", name, subresource, ...more]: string[]): Target | undefined {
  if (more.length > 0 && subresource !== "proxy") return undefined;
  return { ...target, resource, name, subresource };
}
