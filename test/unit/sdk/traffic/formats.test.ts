import { describe, expect, it } from "vitest";
import { LOG_FORMATS, recognisedFormat } from "../../../../sdk/traffic/formats";
import { jsonLines, logFieldsOf } from "../../../../sdk/traffic/formats/fields";
import type { LoggedRequest, ReadParts } from "../../../../sdk/traffic/request";

/** Rules that read all that a log may have. */
const ALL: ReadParts = {
  headers: new Set(["user-agent", "referer", "x-canary"]),
  queries: new Set(["a"]),
  clients: ["10.0.0.0/8"],
};
const NOTHING: ReadParts = { headers: new Set(), queries: new Set(), clients: [] };

const CHROME = "Mozilla/5.0 (X11; Linux x86_64)";
const TIME = "27/Nov/2026:10:00:00 +0000";

/** A line of each form as its documentation shows it, and what rules may read of it. */
const LINES: {
  format: string;
  line: string;
  request: Omit<LoggedRequest, "headers"> & { headers?: Record<string, string | undefined> };
}[] = [
  {
    format: "nginx",
    line: `10.0.0.7 - bob [${TIME}] "GET /cart?a=1&secret=2 HTTP/1.1" 200 612 "https://shop.example.com/" "${CHROME}"`,
    request: {
      method: "GET",
      path: "/cart",
      search: "?a=1",
      client: "10.0.0.7",
      headers: { referer: "https://shop.example.com/", "user-agent": CHROME },
    },
  },
  {
    format: "nginx",
    line: `2001:db8::7 - - [${TIME}] "POST / HTTP/2.0" 204 0 "-" "-" "10.1.1.1"`,
    request: {
      method: "POST",
      path: "/",
      search: "",
      client: "2001:db8::7",
      headers: { referer: undefined, "user-agent": undefined },
    },
  },
  {
    format: "nginx",
    line: `10.0.0.7 - - [${TIME}] "GET /common HTTP/1.0" 200 2326`,
    request: { method: "GET", path: "/common", search: "", client: "10.0.0.7" },
  },
  {
    format: "ingress-nginx",
    line: `10.0.0.7 - - [${TIME}] "GET /api?b=1 HTTP/1.1" 200 612 "-" "curl/8.5.0" 78 0.004 [default-web-80] [] 10.244.0.9:8080 612 0.004 200 9e3d5a1c7f0b4e2d8a6c5b4f3e2d1c0b`,
    request: {
      method: "GET",
      path: "/api",
      search: "?",
      client: "10.0.0.7",
      headers: { referer: undefined, "user-agent": "curl/8.5.0" },
    },
  },
  {
    format: "haproxy",
    line: 'Nov 27 10:00:00 localhost haproxy[14389]: 10.0.1.2:33317 [27/Nov/2026:10:00:00.655] http-in static/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {1wt.eu} {} "GET /index.html HTTP/1.1"',
    request: { scheme: "http", method: "GET", path: "/index.html", search: "", client: "10.0.1.2" },
  },
  {
    format: "haproxy",
    line: '10.0.1.2:33317 [27/Nov/2026:10:00:00.655] https-in~ https-in/<NOSRV> -1/-1/-1/-1/+50 503 +217 - - SC-- 0/0/0/0/0 0/0 "GET https://Shop.example.com:8443/a?a=b HTTP/2.0"',
    request: {
      scheme: "https",
      host: "shop.example.com",
      port: 8443,
      method: "GET",
      path: "/a",
      search: "?a=b",
      client: "10.0.1.2",
    },
  },
  {
    format: "octavia",
    line: 'Nov 27 10:00:00 amphora-1 haproxy[1892]: 5a9c2f2b8f4e4b6ab1fd8c6cb7c1d2e3 1f2e3d4c-0a1b-4c2d-8e3f-001122334455 2f2e3d4c-0a1b-4c2d-8e3f-001122334455 10.0.1.2 33317 27/Nov/2026:10:00:00.655 "GET /cart HTTP/1.1" 200 73 - - "" 3f2e3d4c-0a1b-4c2d-8e3f-001122334455:2f2e3d4c-0a1b-4c2d-8e3f-001122334455 4f2e3d4c-0a1b-4c2d-8e3f-001122334455 2 ----',
    request: { scheme: "http", method: "GET", path: "/cart", search: "", client: "10.0.1.2" },
  },
  {
    format: "octavia",
    line: '5a9c2f2b8f4e4b6ab1fd8c6cb7c1d2e3 1f2e3d4c-0a1b-4c2d-8e3f-001122334455 2f2e3d4c-0a1b-4c2d-8e3f-001122334455 10.0.1.2 33317 27/Nov/2026:10:00:00.655 "PUT https://shop.example.com/ HTTP/2.0" 200 73 21 0 "/C=US/CN=client" - - 2 ----',
    request: { scheme: "https", host: "shop.example.com", method: "PUT", path: "/", search: "", client: "10.0.1.2" },
  },
  {
    format: "envoy",
    line: `[2026-11-27T10:00:00.000Z] "GET /api/v1?a=2 HTTP/1.1" 200 - 0 154 226 100 "10.0.35.28,10.0.0.9" "${CHROME}" "cc21d9b0-cf5c-432b-8c7e-98aeb7988cd2" "shop.example.com:8080" "tcp://10.0.2.1:80"`,
    request: {
      host: "shop.example.com",
      port: 8080,
      method: "GET",
      path: "/api/v1",
      search: "?a=2",
      client: "10.0.0.9",
      headers: { "user-agent": CHROME },
    },
  },
  {
    format: "envoy",
    line: `[2026-11-27T10:00:00.000Z] "GET /status/418 HTTP/2" 418 - via_upstream - "-" 0 135 4 4 "10.0.0.8" "curl/8.5.0" "84961386-6d84-929d-98bd-c5aee93b5c88" "shop.example.com" "10.44.1.27:80" outbound|8000||web.foo.svc.cluster.local 10.44.1.23:37652 10.0.45.184:8443 10.0.0.8:46520 shop.example.com default`,
    request: {
      scheme: "https",
      host: "shop.example.com",
      method: "GET",
      path: "/status/418",
      search: "",
      client: "10.0.0.8",
      headers: { "user-agent": "curl/8.5.0" },
    },
  },
  {
    format: "traefik",
    line: `10.0.0.7 - - [${TIME}] "GET /cart HTTP/1.1" 200 12 "-" "-" 17 "default-shop@kubernetes" "http://10.244.0.9:8080" 3ms`,
    request: { method: "GET", path: "/cart", search: "", client: "10.0.0.7", headers: { referer: undefined, "user-agent": undefined } },
  },
  {
    format: "traefik-json",
    line: '{"ClientAddr":"10.0.0.7:50210","ClientHost":"10.0.0.7","DownstreamStatus":200,"RequestAddr":"Shop.example.com","RequestHost":"shop.example.com","RequestMethod":"GET","RequestPath":"/cart?a=1","RequestProtocol":"HTTP/1.1","RequestScheme":"https","RouterName":"default-shop@kubernetes","level":"info","request_X-Canary":"always","time":"2026-11-27T10:00:00Z"}',
    request: {
      scheme: "https",
      host: "shop.example.com",
      method: "GET",
      path: "/cart",
      search: "?a=1",
      client: "10.0.0.7",
      headers: { "x-canary": "always" },
    },
  },
  {
    format: "avi",
    line: '{"adf":false,"client_ip":"10.0.0.7","client_dest_port":443,"host":"shop.example.com","method":"GET","uri_path":"/cart","uri_query":"a=1&b=2","response_code":200,"ssl_version":"TLSv1.3","pool_name":"c1--shop","user_agent":"curl/8.5.0","vs_name":"c1--Shared-L7-0"}',
    request: {
      scheme: "https",
      host: "shop.example.com",
      method: "GET",
      path: "/cart",
      search: "?a=1",
      client: "10.0.0.7",
      headers: { "user-agent": "curl/8.5.0", referer: undefined },
    },
  },
  {
    format: "avi",
    line: '{"client_ip":"10.0.0.7","client_dest_port":80,"host":"","method":"GET","uri_path":"/","response_code":404,"ssl_version":""}',
    request: {
      scheme: "http",
      host: "",
      method: "GET",
      path: "/",
      search: "",
      client: "10.0.0.7",
      headers: { "user-agent": undefined, referer: undefined },
    },
  },
];

const named = (name: string) => LOG_FORMATS.find((format) => format.name === name)!;

describe.each(LINES)("$format: $line", ({ format, line, request: { headers = {}, ...request } }) => {
  it("is recognised", () => {
    expect(recognisedFormat([line])?.name).toBe(format);
  });

  it("gives what rules may read", () => {
    const { headers: read, ...rest } = named(format).read(line, ALL)!;
    expect(rest).toEqual(request);
    expect(Object.fromEntries(read)).toEqual(headers);
  });

  it("gives neither client, query nor header where no rule reads them", () => {
    const { client, headers: read, search } = named(format).read(line, NOTHING)!;
    expect(client).toBeUndefined();
    expect(read.size).toBe(0);
    expect(["", "?"]).toContain(search);
  });
});

describe("lines that are no requests", () => {
  it.each([
    "",
    "2026/11/27 10:00:00 [error] 7#7: *1 connect() failed (111: Connection refused)",
    `10.0.0.7 - - [${TIME}] "\\x16\\x03\\x01" 400 150 "-" "-"`,
    `10.0.0.7 - - [${TIME}] "OPTIONS * HTTP/1.1" 200 0 "-" "-"`,
    `10.0.0.7 - - [${TIME}] "get / HTTP/1.1" 400 0 "-" "-"`,
    '10.0.1.2:33317 [27/Nov/2026:10:00:00.655] http-in http-in/<NOSRV> -1/-1/-1/-1/5 400 187 - - PR-- 1/1/0/0/0 0/0 "<BADREQ>"',
    "[]",
    "null",
    '{"method":"GET"}',
    '{"method":"GET","uri_path":["/"',
    '{"method":"GET","uri_path":"/","host":"a b"}',
    "\0\u001b[31m\0",
  ])("%j", (line) => {
    expect(LOG_FORMATS.filter((format) => format.read(line, ALL)).map(({ name }) => name)).toEqual([]);
  });
});

describe("--log-fields", () => {
  const format = jsonLines(
    logFieldsOf(
      "host=request.host, path=request.uri,method=request.method,scheme=scheme,client=ip,header.X-Canary=request.headers.X-Canary",
    ),
  );

  it("reads nested fields, the first of a list, and names with dots", () => {
    const line = JSON.stringify({
      request: { host: "shop.example.com", uri: "/cart?a=1", method: "POST", headers: { "X-Canary": ["always", "never"] } },
      scheme: "HTTPS",
      ip: "10.0.0.7",
    });
    const { headers, ...rest } = format.read(line, ALL)!;
    expect(rest).toEqual({ scheme: "https", host: "shop.example.com", method: "POST", path: "/cart", search: "?a=1", client: "10.0.0.7" });
    expect(headers.get("x-canary")).toBe("always");
    expect(jsonLines(logFieldsOf("path=http.path")).read('{"http.path":"/a"}', ALL)?.path).toBe("/a");
  });

  it("of a log without queries does not know them", () => {
    expect(jsonLines(logFieldsOf("path=p")).read('{"p":"/a"}', ALL)?.search).toBeUndefined();
    expect(jsonLines(logFieldsOf("path=p,query=q")).read('{"p":"/a","q":"?a=1"}', ALL)?.search).toBe("?a=1");
    expect(jsonLines(logFieldsOf("path=p,query=q")).read('{"p":"/a"}', ALL)?.search).toBe("");
  });

  it.each([
    ["host=h", "path=FIELD is missing"],
    ["path", "'path' is not NAME=FIELD"],
    ["paht=p", "'paht' is not one of host, path, query, method, scheme, client, status, server and header.NAME"],
  ])("%s: %s", (text, fault) => {
    expect(() => logFieldsOf(text)).toThrow(fault);
  });

  it("takes no field of a prototype", () => {
    expect(jsonLines(logFieldsOf("path=constructor.name")).read("{}", ALL)).toBeUndefined();
  });
});
