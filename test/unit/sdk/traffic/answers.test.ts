import { describe, expect, it } from "vitest";
import type { Answer } from "../../../../requests/answer/effect";
import { LOG_FORMATS } from "../../../../sdk/traffic/formats";
import { jsonLines, logFieldsOf } from "../../../../sdk/traffic/formats/fields";
import { agreementOf, ServicesByServer } from "../../../../sdk/traffic/log-agreement";
import type { LoggedAnswer } from "../../../../sdk/traffic/logged-answer";

const TIME = "27/Nov/2026:10:00:00 +0000";
const NGINX = (behind: string, status = 200) => `10.0.0.7 - - [${TIME}] "GET /a HTTP/1.1" ${status} 12 "-" "curl/8.5.0"${behind}`;
const HAPROXY = (server: string, status: number | string) =>
  `10.0.1.2:33317 [${TIME}] http-in static/${server} 10/0/30/69/109 ${status} 2750 - - ---- 1/1/1/1/0 0/0 "GET / HTTP/1.1"`;
const ID = "1f2e3d4c-0a1b-4c2d-8e3f-001122334455";
const OCTAVIA = (member: string, status: number) =>
  `5a9c2f2b8f4e4b6ab1fd8c6cb7c1d2e3 ${ID} ${ID} 10.0.1.2 33317 ${TIME.split(" ")[0]} "GET / HTTP/1.1" ${status} 73 21 - "" ${ID}:${ID} ${member} 3 ----`;
const ENVOY = (upstream: string, status = 200) =>
  `[2026-11-27T10:00:00Z] "GET / HTTP/1.1" ${status} - 0 1 2 1 "-" "curl" "id" "a.x" "${upstream}"`;
const SERVER = { status: 200, by: "server", server: "10.244.0.9:8080" };

describe("the answer of a line", () => {
  it.each<[format: string, line: string, answer: LoggedAnswer | undefined | object]>([
    ["nginx", NGINX(""), { status: 200 }],
    [
      "ingress-nginx",
      NGINX(" 78 0.004 [default-web-80] [] 10.244.0.9:8080 612 0.004 200 9e3d5a1c7f0b4e2d8a6c5b4f3e2d1c0b"),
      { ...SERVER, upstream: "default-web-80" },
    ],
    [
      "ingress-nginx",
      NGINX(" 78 0.004 [default-web-80] [] 10.244.0.8:8080, 10.244.0.9:8080 0, 612 0.001, 0.004 502, 200 9e3d5a1c7f0b4e2d8a6c5b4f3e2d1c0b"),
      { ...SERVER, upstream: "default-web-80" },
    ],
    ["ingress-nginx", NGINX(" 78 0.000 [] [] - - - - 9e3d5a1c7f0b4e2d8a6c5b4f3e2d1c0b", 404), { status: 404, by: "load balancer" }],
    ["traefik", NGINX(' 17 "default-shop@kubernetes" "http://10.244.0.9:8080" 3ms'), SERVER],
    ["traefik", NGINX(' 18 "-" "-" 0ms', 404), { status: 404, by: "load balancer" }],
    ["haproxy", HAPROXY("srv1", 200), { status: 200, by: "server", name: "srv1" }],
    ["haproxy", HAPROXY("<NOSRV>", 503), { status: 503, by: "load balancer" }],
    ["haproxy", HAPROXY("srv1", -1), undefined],
    ["octavia", OCTAVIA(ID, 200), { status: 200, by: "server", name: ID }],
    ["octavia", OCTAVIA("<NOSRV>", 503), { status: 503, by: "load balancer" }],
    ["envoy", ENVOY("tcp://10.244.0.9:8080"), SERVER],
    ["envoy", ENVOY("10.244.0.9:8080"), SERVER],
    ["envoy", ENVOY("-", 404), { status: 404, by: "load balancer" }],
    ["envoy", ENVOY("-", 0), undefined],
    ["traefik-json", '{"DownstreamStatus":200,"ServiceAddr":"10.244.0.9:8080"}', SERVER],
    ["traefik-json", '{"DownstreamStatus":404}', { status: 404, by: "load balancer" }],
    ["avi", '{"response_code":200,"server_ip":"10.244.0.9","server_dest_port":8080}', SERVER],
    ["avi", '{"response_code":200,"server_ip":"2001:db8::9","server_dest_port":80}', { ...SERVER, server: "[2001:db8::9]:80" }],
    ["avi", '{"response_code":302,"server_ip":"0.0.0.0","server_dest_port":0}', { status: 302, by: "load balancer" }],
    ["avi", '{"response_code":200}', { status: 200 }],
  ])("%s: %s", (name, line, answer) => {
    const format = LOG_FORMATS.find((one) => one.name === name);
    expect(format?.answer?.(line)).toEqual(answer);
  });

  it("is in the fields that the user names, and in none without a status", () => {
    const format = jsonLines(logFieldsOf("path=p,status=s,server=u"));
    expect(format.answer?.('{"p":"/","s":"200","u":"10.244.0.9:8080"}')).toEqual(SERVER);
    expect(format.answer?.('{"p":"/","s":404}')).toEqual({ status: 404, by: "load balancer" });
    expect(jsonLines(logFieldsOf("path=p")).answer).toBeUndefined();
  });
});

describe("an answer of a log is judged", () => {
  const servers = new ServicesByServer({
    addresses: [],
    servers: { "default/web:80": { ready: ["10.0.0.1:80"], unready: ["10.0.0.2:80"] }, "default/api:80": { ready: ["10.0.0.9:80"] } },
  });
  const web: Answer = {
    kind: "forward",
    to: [{ share: 1, service: "default/web:80", servers: ["10.0.0.1:80"], unready: ["10.0.0.2:80"] }],
  };
  const half: Answer = {
    kind: "forward",
    to: [
      { share: 0.5, service: "default/web:80" },
      { share: 0.5, status: 500 },
    ],
  };
  const moved: Answer = { kind: "redirect", location: "https://a.x/", status: 301 };
  const nobody: Answer = { kind: "status", status: 404 };
  const closed: Answer = { kind: "closed", reason: "no certificate" };
  const of = (server?: string, upstream?: string): LoggedAnswer => ({
    ...{ status: 200, by: "server" },
    ...(server ? { server } : {}),
    ...(upstream ? { upstream } : {}),
  });
  const own = (status: number): LoggedAnswer => ({ status, by: "load balancer" });

  it.each<[what: string, answer: Answer, logged: LoggedAnswer, expected: string]>([
    ["its server", web, of("10.0.0.1:80"), "agrees"],
    ["its server that was not ready", web, of("10.0.0.2:80"), "agrees"],
    ["a Pod that is gone since", web, of("10.0.0.77:80"), "agrees"],
    ["a server without address", web, of(), "agrees"],
    ["another Service's server", web, of("10.0.0.9:80"), "200 of default/api:80"],
    ["another Service's name", web, of("10.0.0.77:80", "default-api-80"), "200 of default/api:80"],
    ["its name", web, of("10.0.0.77:80", "default-web-80"), "agrees"],
    ["no server ready", web, own(503), "agrees"],
    ["a client that was wrong", web, own(400), "agrees"],
    ["404 of the load balancer", web, own(404), "404 of the load balancer"],
    ["a redirect of the load balancer", web, own(301), "301 of the load balancer"],
    ["404 of whoever", web, { status: 404 }, "open"],
    ["a redirect of whoever", web, { status: 302 }, "open"],
    ["no change since", web, { status: 304 }, "agrees"],
    ["200 of whoever", web, { status: 200 }, "agrees"],
    ["the part that fails", half, own(500), "agrees"],
    ["the redirect", moved, own(301), "agrees"],
    ["the redirect of whoever", moved, { status: 301 }, "agrees"],
    ["another status", moved, { status: 302 }, "302"],
    ["a server in the place of a redirect", moved, of("10.0.0.1:80"), "200 of default/web:80"],
    ["nobody's 404", nobody, own(404), "agrees"],
    ["nobody's 503", nobody, { status: 503 }, "agrees"],
    ["a server that no rule knows", nobody, of("10.0.0.77:80"), "200 of a server"],
    ["200 of whoever, that no rule knows", nobody, { status: 200 }, "200"],
    ["a responder", { ...nobody, by: "default/none:80" }, of("10.0.0.77:80"), "agrees"],
    ["an answer in the place of none", closed, of("10.0.0.1:80"), "200 of default/web:80"],
    ["an error before the rules", closed, own(400), "agrees"],
    ["what a pattern decides", { kind: "status", status: null, undecidedBy: "(?=a)" }, own(200), "unknown"],
  ])("%s", (_, answer, logged, expected) => {
    const judgement = agreementOf(answer, logged, servers);
    expect(judgement.is === "contradicts" ? judgement.log : judgement.is).toBe(expected);
  });
});
