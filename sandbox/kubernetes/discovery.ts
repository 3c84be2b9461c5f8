import { createHash } from "node:crypto";
import { type HttpRequest, type HttpResponse, json } from "../shared/http";
import { mayLookAround, type User } from "./access";
import type { Cluster } from "./cluster";
import { apiVersionOf, type Resource } from "./registry";
import { noSuchMethod, StatusError } from "./status";

const VERSION = {
  ...{ major: "1", minor: "36", emulationMajor: "1", emulationMinor: "36", minCompatibilityMajor: "1", minCompatibilityMinor: "35" },
  ...{ gitVersion: "v1.36.3", gitCommit: "0", gitTreeState: "clean", buildDate: "1970-01-01T00:00:00Z" },
  ...{ goVersion: "go1.26", compiler: "gc", platform: "linux/amd64" },
};

const HEALTH = /^\/(healthz|livez|readyz)(\/ping)?$/;
const HEALTHY = { status: 200, headers: { "Content-Type": "text/plain; charset=utf-8" }, body: "ok" };

/** What is no object: version, health, the kinds of a group. Undefined for a path that is none of them. */
export function discovery(cluster: Cluster, user: User, written: string, { method }: HttpRequest): HttpResponse | undefined {
  const path = written.replace(/(.)\/$/, "$1");
  if (cluster.rbac && !mayLookAround(user, path))
    throw new StatusError(403, "Forbidden", `forbidden: User "${user.name}" cannot get path "${path}"`, {});
  const general = HEALTH.test(path) ? HEALTHY : path === "/version" ? json(200, VERSION) : undefined;
  if (general && method !== "GET") throw noSuchMethod();
  if (general) return general;
  const [, group = "", version = ""] = /^\/(?:api|apis\/([^/]+))\/([^/]+)$/.exec(path) ?? [];
  return kindsOf(cluster.registry.visible(user.tenant ?? ""), group, version);
}

function kindsOf(visible: Resource[], group: string, version: string): HttpResponse | undefined {
  const served = visible.filter((each) => each.group === group && each.version === version);
  if (served.length === 0) return undefined;
  const resources = served.flatMap((resource) => [entryOf(resource), ...resource.subresources.map((name) => below(resource, name))]);
  // the oldest list of all has no version
  const head = { kind: "APIResourceList", ...(group === "" ? {} : { apiVersion: "v1" }), groupVersion: apiVersionOf({ group, version }) };
  return json(200, { ...head, resources });
}

function entryOf({ group, version, plural: name, singular: singularName, scope, kind, shortNames, categories }: Resource): object {
  const hash = createHash("sha256").update(`${group}/${version}/${kind}`).digest().subarray(0, 8).toString("base64");
  return {
    ...{ name, singularName, namespaced: scope === "Namespaced", kind },
    verbs: ["create", "delete", "get", "list", "patch", "watch"],
    ...(shortNames.length > 0 ? { shortNames } : {}),
    ...(categories.length > 0 ? { categories } : {}),
    storageVersionHash: hash,
  };
}

const TOKEN = { group: "authentication.k8s.io", version: "v1", kind: "TokenRequest", verbs: ["create"] };

const below = ({ plural, scope, kind }: Resource, subresource: string): object => ({
  ...{ name: `${plural}/${subresource}`, singularName: "", namespaced: scope === "Namespaced", kind, verbs: ["get", "patch"] },
  ...(subresource === "token" ? TOKEN : {}),
});
