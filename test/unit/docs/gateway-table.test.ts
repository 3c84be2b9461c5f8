import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { translateToAvi, translateToOctavia } from "../../../sdk";
import { gateway, gatewayClass, http, httpRoute } from "../../support/gateway-manifests";
import { specsOf } from "../../support/graph";
import { endpoints, service } from "../../support/manifests";

// The table of docs/gateway-api.md says "no" exactly where a Route is refused as it is translated.

const page = readFileSync(join(__dirname, "../../../docs/gateway-api.md"), "utf8");

const backendRefs = [{ name: "web", port: 80 }];
const matching = (match: object) => ({ matches: [match], backendRefs });
const filtered = (type: string, field: string, value: object) => ({ filters: [{ type, [field]: value }], backendRefs });
const redirect = (to: object, match: object = {}) => ({ matches: [match], filters: [{ type: "RequestRedirect", requestRedirect: to }] });
const changed = { set: [{ name: "x-a", value: "1" }] };

/** By the first words of the row. */
const ROWS: Readonly<Record<string, object>> = {
  "path Exact and PathPrefix": matching({ path: { type: "Exact", value: "/a" } }),
  "path RegularExpression": matching({ path: { type: "RegularExpression", value: "/v[12]" } }),
  "headers Exact": matching({ headers: [{ name: "x-a", value: "1" }] }),
  "headers RegularExpression": matching({ headers: [{ name: "x-a", type: "RegularExpression", value: "1.*" }] }),
  method: matching({ method: "GET" }),
  queryParams: matching({ queryParams: [{ name: "a", value: "1" }] }),
  "redirect: scheme": redirect({ scheme: "https" }),
  "redirect: path ReplaceFullPath": redirect({ path: { type: "ReplaceFullPath", replaceFullPath: "/z" } }),
  "redirect: path ReplacePrefixMatch": redirect(
    { path: { type: "ReplacePrefixMatch", replacePrefixMatch: "/z" } },
    { path: { type: "PathPrefix", value: "/a" } },
  ),
  URLRewrite: filtered("URLRewrite", "urlRewrite", { hostname: "z.com" }),
  "RequestHeaderModifier, ": filtered("ResponseHeaderModifier", "responseHeaderModifier", changed),
  "RequestMirror, ": filtered("RequestMirror", "requestMirror", { backendRef: { name: "web", port: 80 } }),
  timeouts: { backendRefs, timeouts: { request: "10s" } },
  retry: { backendRefs, retry: { codes: [500], attempts: 2 } },
};

const TARGETS = {
  octavia: { column: 2, translate: translateToOctavia, settings: { service_subnet_id: "s" } },
  avi: { column: 3, translate: translateToAvi, settings: { clusterName: "c", controllerVersion: "30.2.1" } },
};

it.each(Object.entries(ROWS).flatMap(([row, rule]) => (["octavia", "avi"] as const).map((target) => ({ row, rule, target }))))(
  "$row on $target",
  ({ row, rule, target }) => {
    const { column, translate, settings } = TARGETS[target];
    const cells = page.split("\n").find((line) => line.startsWith(`| ${row}`));
    const cell = cells?.split("|")[column]?.trim() ?? "";
    expect(cell).not.toBe("");
    const objects = [gatewayClass("ours", `k8s-lb.io/${target}`), gateway("web", [http("http")]), httpRoute("r", "web", [rule], ["x.com"])];
    const servers = [service("web", [80]), endpoints("web", ["10.0.0.1"], 8080)];
    const { statuses } = translate(specsOf([...objects, ...servers]), { settings });
    const state = statuses.find(({ object }) => object.name === "r")?.state;
    expect({ cell, state }).toEqual({ cell, state: /^no\b/.test(cell) ? "rejected" : "ready" });
  },
);
