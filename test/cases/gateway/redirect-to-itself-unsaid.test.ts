import { expect, test } from "vitest";
import { gateway, HTTP, resolved, route } from "../../support/resolved-gateways";

// An HTTPRoute that redirects requests to their own URL (a redirect to https that is on the https listener too, say) was ready without a
// word, and clients went round until they gave up.

const HTTPS = "{ name: safe, port: 443, protocol: HTTPS, tls: { certificateRefs: [{ name: cert }] } }";
const ODD = "{ name: odd, port: 8080, protocol: HTTP }";

function circles(listeners: string, rule: string, more = ""): string[] {
  const found = resolved(gateway(listeners) + route("r", `${more}rules: [{ ${rule} }]`));
  return found.diagnostics
    .filter(({ code }) => code === "LB1213")
    .map(({ severity, object, pointer, message }) => `${severity} ${object.kind} ${pointer}: ${message}`);
}

const redirect = (change: string, more = "") => `filters: [{ type: RequestRedirect, requestRedirect: {${change}} }${more}]`;
const matching = (match: string, change: string) => `matches: [{ ${match} }], ${redirect(change)}`;
const said = (...where: string[]) => [
  `warning HTTPRoute /spec/rules/0: requests on ${where.join(" and ")} (Gateway infra/edge) are redirected to their own URL, endlessly`,
];
const WEB = "listener web, port 80";
const MOVED = `type: ReplacePrefixMatch, replacePrefixMatch: /a`;

test.each([
  ["of a status alone", HTTP, redirect("statusCode: 301"), "", said(WEB)],
  ["to the scheme of one of its listeners", `${HTTP}, ${HTTPS}`, redirect("scheme: https"), "", said("listener safe, port 443")],
  ["to the scheme and port of its listener", ODD, redirect("scheme: http, port: 8080"), "", said("listener odd, port 8080")],
  ["to its own host", HTTP, redirect("hostname: a.x.com"), "hostnames: [a.x.com], ", said(WEB)],
  ["to its own prefix", HTTP, matching("path: { type: PathPrefix, value: /a/ }", `path: { ${MOVED} }`), "", said(WEB)],
  [
    "to its own path",
    HTTP,
    matching("path: { type: Exact, value: /a }", "path: { type: ReplaceFullPath, replaceFullPath: /a }"),
    "",
    said(WEB),
  ],
])("a redirect %s is a warning that names the listener", (_what, listeners, rule, more, expected) => {
  expect(circles(listeners, rule, more)).toEqual(expected);
});

test.each([
  ["to another scheme", HTTP, redirect("scheme: https"), ""],
  ["to the usual port", ODD, redirect("scheme: http"), ""],
  ["to one of several hosts", HTTP, redirect("hostname: a.x.com"), "hostnames: ['*.x.com'], "],
  ["to another prefix", HTTP, matching("path: { type: PathPrefix, value: /b }", `path: { ${MOVED} }`), ""],
  [
    "that sets a cookie",
    HTTP,
    redirect("statusCode: 302", ", { type: ResponseHeaderModifier, responseHeaderModifier: { set: [{ name: set-cookie, value: a=b }] } }"),
    "",
  ],
])("a redirect %s is none", (_what, listeners, rule, more) => {
  expect(circles(listeners, rule, more)).toEqual([]);
});
