import { describe, expect, it } from "vitest";
import { answer } from "../../../../requests/answer/answer";
import { parseRequest, type Request } from "../../../../requests/answer/request";
import { answerText } from "../../../../requests/messages";
import { servedByOctavia } from "../../../../requests/octavia/rules";
import type { L7PolicyBody, L7RuleBody, ListenerBody, LoadBalancerBody, PoolBody } from "../../../../resources/octavia/types";

const pool = (name: string, more: Partial<PoolBody> = {}): PoolBody => ({
  name,
  protocol: "HTTP",
  lb_algorithm: "ROUND_ROBIN",
  members: [{ address: "10.0.0.1", protocol_port: 80, name }],
  ...more,
});
const host = (value: string, more: Partial<L7RuleBody> = {}): L7RuleBody => ({ type: "HOST_NAME", compare_type: "REGEX", value, ...more });
const path = (compare_type: string, value: string, more: Partial<L7RuleBody> = {}): L7RuleBody => ({
  type: "PATH",
  compare_type,
  value,
  ...more,
});
const policy = (position: number, rules: L7RuleBody[], more: Partial<L7PolicyBody> = {}): L7PolicyBody => ({
  ...{ name: `p${position}`, action: "REDIRECT_TO_POOL", position, redirect_pool: { name: `s${position}` }, rules },
  ...more,
});
const listener = (more: Partial<ListenerBody> = {}): ListenerBody => ({ name: "l", protocol: "HTTP", protocol_port: 80, ...more });

function answering(body: Partial<LoadBalancerBody>) {
  const pools = [1, 2, 3, 4].map((i) => pool(`s${i}`, { members: [{ address: `10.0.0.${i}`, protocol_port: 80 }] }));
  const address = servedByOctavia({ name: "lb", vip_address: "10.0.0.9", pools, ...body }, { namesOf: () => ["a.com", "*.w.com"] });
  return (url: string, more: Partial<Request> = {}) => answerText(answer({ addresses: [address] }, parseRequest({ url, ...more })!).answer);
}
const ofPolicies = (...l7policies: L7PolicyBody[]) => answering({ listeners: [listener({ l7policies })] });

describe("servedByOctavia", () => {
  it("tries what refuses, then redirects, then pools, each by position", () => {
    const at = ofPolicies(
      policy(1, [path("STARTS_WITH", "/a")]),
      policy(3, [path("STARTS_WITH", "/")]),
      policy(2, [path("STARTS_WITH", "/b")]),
      policy(4, [path("EQUAL_TO", "/a/x")], { action: "REDIRECT_PREFIX", redirect_prefix: "https://z.com:8443/p" }),
      policy(5, [path("EQUAL_TO", "/b/x")], { action: "REDIRECT_TO_URL", redirect_url: "https://z.com/p?q", redirect_http_code: 301 }),
      policy(6, [path("REGEX", "/x$")], { action: "REJECT" }),
    );
    expect(["/a", "/b", "/c", "/a/x", "/b/x"].map((one) => at(`http://a.com${one}`))).toEqual([
      ...["10.0.0.1:80", "10.0.0.2:80", "10.0.0.3:80", "403", "403"],
    ]);
    const free = ofPolicies(
      policy(1, [path("STARTS_WITH", "/")]),
      policy(4, [path("EQUAL_TO", "/a/x")], { action: "REDIRECT_PREFIX", redirect_prefix: "https://z.com:8443/p" }),
      policy(5, [path("EQUAL_TO", "/b/x")], { action: "REDIRECT_TO_URL", redirect_url: "https://z.com/p?q", redirect_http_code: 301 }),
    );
    expect(free("http://a.com/a/x?y=1")).toBe("redirect 302 to https://z.com:8443/p/a/x?y=1");
    expect(free("http://a.com/b/x?y=1")).toBe("redirect 301 to https://z.com/p?q");
  });

  it("reads names of patterns, also of those that are turned", () => {
    const at = ofPolicies(
      policy(1, [host("^[^.]+\\.w\\.com(:[0-9]+)?$"), host("^(b\\.w\\.com|c\\.w\\.com)(:[0-9]+)?$", { invert: true })]),
      policy(2, [host("^.+\\.d\\.com(:[0-9]+)?$")]),
      policy(3, [{ type: "HOST_NAME", compare_type: "EQUAL_TO", value: "A.com" }]),
      policy(4, [host("^x[0-9]+\\.com$")]),
    );
    const messages = (name: string) => at(`http://${name}/`);
    expect(["a.w.com", "b.w.com", "x.a.w.com", "x.y.d.com", "a.com", "x12.com", "xy.com"].map(messages)).toEqual([
      ...["10.0.0.1:80", "503", "503", "10.0.0.2:80", "10.0.0.3:80", "10.0.0.4:80", "503"],
    ]);
  });

  it("reads paths as HAProxy does", () => {
    const at = ofPolicies(
      policy(1, [path("REGEX", "^/a(/|$)")]),
      policy(2, [path("REGEX", "^/b$|^/c$")]),
      policy(3, [path("EQUAL_TO", "/q&d")]),
      policy(4, [path("REGEX", "^/x\\x26y")]),
    );
    const messages = (one: string) => at(`http://a.com${one}`);
    expect(["/a", "/a/x", "/ax", "/b", "/bx", "/q&d", "/q&amp;d", "/x&y"].map(messages)).toEqual([
      ...["10.0.0.1:80", "10.0.0.1:80", "503", "10.0.0.2:80", "503", "503", "10.0.0.3:80", "10.0.0.4:80"],
    ]);
  });

  it("divides headers at commas, and reads cookies and client certificates", () => {
    const header = (value: string): L7RuleBody => ({ type: "HEADER", compare_type: "EQUAL_TO", key: "X-V", value });
    const at = ofPolicies(
      policy(1, [header("2")]),
      policy(2, [header("-n")]),
      policy(3, [{ type: "COOKIE", compare_type: "EQUAL_TO", key: "v", value: "3" }]),
    );
    const messages = (headers: Record<string, string>) => at("http://a.com/", { headers });
    const sent: Record<string, string>[] = [{ "x-v": "1,2" }, { "x-v": "-n" }, { cookie: "u=1; v=3" }, { cookie: "v=33" }];
    expect(sent.map(messages)).toEqual(["10.0.0.1:80", "503", "10.0.0.3:80", "503"]);
  });

  it("leaves out what is switched off", () => {
    const off = { admin_state_up: false };
    const at = answering({
      pools: [pool("s1", off), pool("s2", { members: [{ address: "10.0.0.2", protocol_port: 80, ...off }] })],
      listeners: [
        listener({
          l7policies: [policy(1, [path("STARTS_WITH", "/")]), policy(3, [path("STARTS_WITH", "/", off)]), policy(4, [], {})],
          default_pool: { name: "s2" },
        }),
        listener({ protocol_port: 81, ...off }),
      ],
    });
    expect([at("http://a.com/"), at("http://a.com:81/")]).toEqual(["no server", "closed: nothing listens at port 81"]);
  });

  it("shares requests by the weights of members", () => {
    const members = [
      { address: "10.0.0.1", protocol_port: 80, weight: 9 },
      { address: "10.0.0.2", protocol_port: 80, weight: 1 },
      { address: "10.0.0.3", protocol_port: 80, weight: 0 },
      { address: "10.0.0.4", protocol_port: 80, backup: true },
    ];
    const at = answering({ pools: [], listeners: [listener({ default_pool: pool("d", { members }) })] });
    expect(at("http://a.com/")).toBe("10.0.0.1:80 90 %, 10.0.0.2:80 10 %");
  });

  it("knows who may connect, and which names have a certificate", () => {
    const tls = listener({
      protocol: "TERMINATED_HTTPS",
      protocol_port: 443,
      default_tls_container_ref: { name: "c" },
      default_pool: { name: "s1" },
    });
    const secured = { ...tls, client_authentication: "MANDATORY" as const, client_ca_tls_container_ref: { name: "ca" } };
    const at = answering({ listeners: [{ ...secured, allowed_cidrs: ["10.1.0.0/16"] }] });
    expect(at("https://a.com/", { from: "10.1.0.1" })).toBe("10.0.0.1:80");
    expect(at("https://x.w.com/")).toBe("10.0.0.1:80");
    expect(at("https://b.com/")).toBe("closed: no certificate is valid for b.com");
    expect(at("https://a.com/", { from: "10.2.0.1" })).toBe("closed: the address of the client is refused");
    expect(at("https://a.com/", { clientCertificate: false })).toBe("closed: the client shows no certificate");
    const open = answering({ listeners: [{ ...tls, allowed_cidrs: ["0.0.0.0/0"] }] });
    expect(open("https://a.com/", { from: "10.2.0.1" })).toBe("10.0.0.1:80");
  });

  it("hands connections on", () => {
    const at = answering({
      listeners: [
        listener({ protocol: "TCP", protocol_port: 5432, default_pool: { name: "s1" } }),
        listener({ protocol: "UDP", protocol_port: 53 }),
        listener({ protocol: "HTTPS", protocol_port: 443, default_pool: { name: "s2" } }),
      ],
    });
    expect(at("tcp://10.0.0.9:5432")).toBe("10.0.0.1:80");
    expect(at("udp://10.0.0.9:53")).toBe("closed: no server");
    expect(at("https://any.com/")).toBe("10.0.0.2:80 (TLS passed through)");
  });
});
