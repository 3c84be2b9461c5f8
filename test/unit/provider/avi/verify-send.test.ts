import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { openVerification, runChecks } from "../../../../provider";
import { VERIFICATION } from "../../../../provider/avi/verify";
import { type AviSandbox, type FaultRule, startAviSandbox } from "../../../../sandbox/index";

/** Answers as a data plane of Avi is assumed to give them, by hand; each ID breaks one assumption. */

const SERVERS = ["10.9.9.1:8081", "10.9.9.1:8082"] as const;

type Given = { to: 1 | 2; path?: string; headers?: Record<string, string> } | { redirect: true } | { status: number };

function answerOf(port: number, header: string, url: string, broken: string, count: () => number): Given {
  const [label = "", unusual] = header.replace(".verify.example", "").split(":");
  const [path = "/"] = url.split("?");
  const is = (id: string) => broken === `avi/${id}`;
  if (port === 8081) return label === "scripted" ? { to: 1 } : is("sets-before-script") ? { to: 2 } : { redirect: true };
  if (port === 8082) return { to: label === "exact.kids" && !is("wildcard-children") ? 1 : 2 };
  if (unusual !== undefined && is("port-in-host")) return { status: 404 };
  switch (label) {
    case "order":
      return is("sets-go-on") ? { to: 1 } : { redirect: true };
    case "beat":
      return path.startsWith("/login") && !is("redirect-beats-pool") ? { redirect: true } : { to: 1 };
    case "below.wild":
      return is("wildcard-letters") ? { redirect: true } : { to: 1 };
    case "port":
      return { to: 1 };
    case "regex":
      return { to: path.includes("needle") && !is("regex-anywhere") ? 1 : 2 };
    case "query":
      return { to: url.includes("a=%26") && !is("query-as-written") ? 1 : 2 };
    case "rewrite":
      if (path === "/root") return { to: 1, path: is("empty-path-token") ? "" : "/" };
      return { to: 1, path: path.replace("/shop/", is("rewrite-joins") ? "/store//" : "/store/") };
    case "response":
      return { to: 1, path: path.replace("/old", "/new"), headers: is("response-rules-path") ? {} : { "x-verify": "added" } };
    case "weights":
      return { to: count() % (is("weights") ? 2 : 4) === 0 ? 1 : 2 };
    default:
      return is("no-rule") ? { to: 1 } : { status: 404 };
  }
}

let avi: AviSandbox | undefined;
const planes: Server[] = [];
afterEach(async () => {
  for (const plane of planes.splice(0)) plane.close().closeAllConnections();
  await avi?.close();
});

/** A data plane in the place of the ports of the VIP. */
async function dataPlane(broken: string): Promise<(port: number) => { host: string; port: number } | undefined> {
  const places = new Map<number, number>();
  let counted = 0;
  for (const port of [80, 8081, 8082]) {
    const plane = createServer(({ headers, url = "" }, response) => {
      const given = answerOf(port, headers.host ?? "", url, broken, () => counted++);
      if ("to" in given) {
        for (const [name, value] of Object.entries({ "x-k8s-lb-echo": SERVERS[given.to - 1] ?? "", ...given.headers }))
          response.setHeader(name, value);
        response.end(JSON.stringify({ path: given.path ?? url, headers }));
      } else if ("redirect" in given) response.writeHead(302, { Location: `https://${headers.host}${url}` }).end();
      else response.writeHead(given.status).end();
    });
    planes.push(plane);
    await new Promise<void>((done) => plane.listen(0, "127.0.0.1", done));
    places.set(port, (plane.address() as AddressInfo).port);
  }
  return (port) => ({ host: "127.0.0.1", port: places.get(port) ?? 0 });
}

async function sent(broken = "", faults: FaultRule[] = []) {
  avi = await startAviSandbox({ rateLimit: "off", faults });
  const env = {
    AVI_CONTROLLER: avi.url,
    AVI_USERNAME: avi.username,
    AVI_PASSWORD: avi.password,
    AVI_RATE_LIMIT: "off",
    AVI_RETRY_DELAY: "1",
  };
  const { signal } = new AbortController();
  const session = openVerification("avi", { prefix: "k8s-lb-verify-send", family: "k8s-lb-verify", settings: {}, signal }, env);
  if (!session) throw new Error("no questions");
  const through = await dataPlane(broken);
  return runChecks({ ...session, checks: {} }, { signal, servers: SERVERS, through });
}

it("confirms all of a data plane as assumed, without addresses in its words", async () => {
  const { checks, cleaned } = await sent();
  expect(checks.filter(({ verdict }) => verdict !== "confirmed")).toEqual([]);
  expect(checks.map(({ id }) => id).sort()).toEqual([...VERIFICATION.probed].sort());
  expect(JSON.stringify(checks)).not.toMatch(/10\.9\.9\.1|127\.0\.0\.1/);
  expect(cleaned.remaining).toEqual([]);
});

it.each(VERIFICATION.probed)("finds by requests that %s does not hold", async (id) => {
  const { checks } = await sent(id);
  expect(checks.filter(({ verdict }) => verdict === "refuted").map((one) => one.id)).toEqual([id]);
});

it("leaves questions open where the controller refuses what they need", async () => {
  const refused = { status: 400, responseBody: '{"error":"no licence"}' };
  const { checks } = await sent("", [{ method: "POST", path: "/api/virtualservice", body: "VS_TYPE_VH_ENHANCED", times: 10, ...refused }]);
  const open = checks.filter(({ verdict }) => verdict === "unknown");
  expect(open.map(({ id }) => id)).toEqual(["avi/wildcard-children"]);
  expect(open[0]?.found).toContain("400");
});
