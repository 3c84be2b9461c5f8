import { describe, expect, it } from "vitest";
import type { Forward, Redirect, Rule } from "../../../../../../sdk/routing";
import { gateway, http, lowered, rule, share } from "../../../../../support/avi-gateways";
import { decides } from "../../../../../support/avi-policies";

/** The action for a request of a Gateway with one rule for `/foo`. */
const of = (more: Partial<Rule>, path: string) => {
  const { first } = lowered([gateway([http([rule("/foo", more)])])]);
  return decides(first.policy ?? {}, { port: 80, host: "a.example.com", path });
};

const redirect = (parts: Partial<Redirect["redirect"]>) => ({ redirect: { statusCode: 302 as const, ...parts } });
const tokens = (...list: (string | [start: number, end: number])[]) => ({
  type: "URI_PARAM_TYPE_TOKENIZED",
  tokens: list.map((one) =>
    typeof one === "string"
      ? { type: "URI_TOKEN_TYPE_STRING", str_value: one }
      : { type: "URI_TOKEN_TYPE_PATH", start_index: one[0], end_index: one[1] },
  ),
});

describe("a redirect", () => {
  it("keeps the scheme of the port and leads to its usual port", () => {
    const { rule: found } = of({ to: redirect({ hostname: "b.example.com" }) }, "/foo") ?? {};
    expect(found.redirect_action).toEqual({
      protocol: "HTTP",
      port: 80,
      keep_query: true,
      status_code: "HTTP_REDIRECT_STATUS_CODE_302",
      host: tokens("b.example.com"),
    });
    expect(found.switching_action).toBeUndefined();
  });

  it("changes scheme, port and status", () => {
    const to = redirect({ scheme: "https", port: 8443, statusCode: 301 });
    expect(of({ to }, "/foo")?.rule.redirect_action).toMatchObject({
      protocol: "HTTPS",
      port: 8443,
      status_code: "HTTP_REDIRECT_STATUS_CODE_301",
    });
  });

  it("replaces the prefix, and keeps the segments behind it", () => {
    const to = redirect({ path: { replaces: "segments", value: "/new/" } });
    expect(of({ to }, "/foo/x")?.rule.redirect_action.path).toEqual(tokens("new", [1, 65535]));
    expect(of({ to }, "/foo")?.rule.redirect_action.path).toEqual(tokens("new/"));
  });
});

describe("a rewrite", () => {
  const rewrite = (parts: Forward["rewrite"], path: string) =>
    of({ to: { backends: [share("web")], ...(parts ? { rewrite: parts } : {}) } }, path)?.rule.rewrite_url_action;

  it("gives the servers another host and path, and keeps the query", () => {
    expect(rewrite({ hostname: "b.example.com", path: { replaces: "all", value: "/new/x" } }, "/foo/y")).toEqual({
      host_hdr: tokens("b.example.com"),
      path: tokens("new/x"),
      query: { keep_query: true },
    });
    expect(rewrite(undefined, "/foo")).toBeUndefined();
  });

  it("takes the prefix away", () => {
    expect(rewrite({ path: { replaces: "segments", value: "/" } }, "/foo/y")?.path).toEqual(tokens([1, 65535]));
    expect(rewrite({ path: { replaces: "segments", value: "" } }, "/foo")?.path).toEqual(tokens(""));
  });
});

it("changes headers: what is set, then what is added, then what is removed", () => {
  const request = { set: [{ name: "a", value: "1" }], add: [{ name: "b", value: "2" }], remove: ["c"] };
  expect(of({ request }, "/foo")?.rule.hdr_action).toEqual([
    { action: "HTTP_REPLACE_HDR", hdr: { name: "a", value: { val: "1" } } },
    { action: "HTTP_ADD_HDR", hdr: { name: "b", value: { val: "2" } } },
    { action: "HTTP_REMOVE_HDR", hdr: { name: "c" } },
  ]);
});

describe("headers of the answer", () => {
  const response = { set: [{ name: "x", value: "1" }], add: [], remove: [] };

  it("are changed where the rule decides, and kept where an earlier one does", () => {
    const rules = [rule("/foo/bar"), rule("/foo", { at: "/spec/rules/1", response })];
    const { first } = lowered([gateway([http(rules)])]);
    const changed = (path: string) => decides(first.policy ?? {}, { port: 80, host: "a.example.com", path })?.response.length;
    expect([changed("/foo"), changed("/foo/bar"), changed("/foo/bar/x"), changed("/")]).toEqual([1, 0, 0, 0]);
  });

  it("make no rules where no rule changes them", () => {
    expect(lowered([gateway([http([rule("/")])])]).first.policy?.http_response_policy).toBeUndefined();
  });
});

describe("timeouts and retries", () => {
  const pool = (to: Partial<Forward>) =>
    lowered([gateway([http([rule("/", { to: { backends: [share("web")], ...to } })])])]).objects.pool?.[0];

  it("are fields of the pools of the rule", () => {
    expect(pool({ timeouts: { request: 10, backendRequest: 0.5 } })?.server_timeout).toBe(500);
    expect(pool({ timeouts: { backendRequest: 0 } })?.server_timeout).toBe(21_600_000);
    expect(pool({})?.server_timeout).toBeUndefined();
    expect(pool({ retry: { on: [502, 503], attempts: 2 } })?.server_reselect).toEqual({
      enabled: true,
      num_retries: 2,
      svr_resp_code: { codes: [502, 503] },
    });
  });
});

it("verifies the certificates of servers as a BackendTLSPolicy asks for", () => {
  const validation = { caCertificate: "PEM", subjectName: "web.internal" };
  const { objects } = lowered([gateway([http([rule("/", { to: { backends: [share("web", 1, { protocol: "tls", validation })] } })])])]);
  expect(objects.pkiprofile).toMatchObject([{ ca_certs: [{ certificate: "PEM" }] }]);
  expect(objects.pool).toMatchObject([
    {
      sni_enabled: true,
      server_name: "web.internal",
      host_check_enabled: true,
      domain_name: ["web.internal"],
      ssl_profile_ref: "/api/sslprofile?name=System-Standard",
    },
  ]);
});
