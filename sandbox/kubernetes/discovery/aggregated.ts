import type { HttpRequest, HttpResponse } from "../../shared/http";
import type { Resource } from "../resources/resource";
import { subresourcesOf, verbsOf } from "./resource-facts";

const TYPE = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

/** All kinds of all groups in one answer, as newer clients ask for it at `/api` and `/apis`. */
export function aggregatedAt(visible: Resource[], path: string, { headers, method }: HttpRequest): HttpResponse | undefined {
  const isAsked = (headers.accept ?? "")
    .split(",")
    .some((each) => each.includes("as=APIGroupDiscoveryList") && each.includes("v=v2") && !each.includes("v=v2beta"));
  if (!isAsked || method !== "GET" || (path !== "/api" && path !== "/apis")) return undefined;
  const groups = [...new Set(visible.map(({ group }) => group))].filter((group) => (group === "") === (path === "/api"));
  const items = groups.map((group) => groupItem(visible, group));
  const body = { kind: "APIGroupDiscoveryList", apiVersion: "apidiscovery.k8s.io/v2", metadata: {}, items };
  return { status: 200, headers: { "Content-Type": TYPE }, body: JSON.stringify(body) };
}

function groupItem(visible: Resource[], group: string): object {
  const versions = [...new Set(visible.filter((each) => each.group === group).map(({ version }) => version))];
  return {
    metadata: group === "" ? { creationTimestamp: null } : { name: group, creationTimestamp: null },
    versions: versions.map((version) => {
      const served = visible.filter((each) => each.group === group && each.version === version);
      return { version, resources: served.map(resourceItem), freshness: "Current" };
    }),
  };
}

function resourceItem(resource: Resource): object {
  const { plural, singular, scope, kind, shortNames, categories, group, version } = resource;
  const subresources = subresourcesOf(resource).map((each) => ({
    subresource: each.subresource,
    responseKind: { group: each.group ?? group, version: each.version ?? version, kind: each.kind },
    verbs: each.verbs,
  }));
  return {
    resource: plural,
    responseKind: { group, version, kind },
    scope: scope === "Namespaced" ? "Namespaced" : "Cluster",
    singularResource: singular,
    verbs: verbsOf(resource),
    ...(shortNames.length > 0 ? { shortNames } : {}),
    ...(categories.length > 0 ? { categories } : {}),
    ...(subresources.length > 0 ? { subresources } : {}),
  };
}
