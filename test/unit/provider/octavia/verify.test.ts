import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { openVerification, runChecks } from "../../../../provider";
import { VERIFICATION } from "../../../../provider/octavia/verify";
import { ASSUMPTIONS } from "../../../../resources/assumptions";
import { type FaultRule, type OctaviaSandbox, startOctaviaSandbox } from "../../../../sandbox/index";
import { openstackEnvironment } from "../../../../sandbox/octavia-sandbox";

let cloud: OctaviaSandbox | undefined;
let plane: Server | undefined;
afterEach(async () => {
  plane?.close().closeAllConnections();
  plane = undefined;
  await cloud?.close();
});

const SERVERS = ["10.9.9.1:8081", "10.9.9.1:8082"] as const;

async function opened(faults: FaultRule[] = []) {
  cloud = await startOctaviaSandbox({ provisioningMs: 5, faults });
  const env = { ...openstackEnvironment(cloud), OCTAVIA_POLL_INTERVAL: "2", OCTAVIA_LIST_CACHE: "0", OCTAVIA_RETRY_DELAY: "1" };
  const { signal } = new AbortController();
  const settings = { subnet_id: cloud.subnetId };
  const session = openVerification("octavia", { prefix: "k8s-lb-verify-test", family: "k8s-lb-verify", settings, signal }, env);
  if (!session) throw new Error("no questions");
  return { session, signal };
}

const verdicts = (checks: readonly { id: string; verdict: string }[], verdict: string) =>
  checks.filter((one) => one.verdict === verdict).map(({ id }) => id);

it("has a check for each assumption that the API can answer, and requests for the others", () => {
  const by = (what: string) => Object.entries(ASSUMPTIONS.octavia).flatMap(([id, one]) => (one.by === what ? [id] : []));
  expect([...VERIFICATION.checked].sort()).toEqual(by("api").sort());
  expect([...VERIFICATION.probed].sort()).toEqual(by("requests").sort());
});

it("confirms all on a cloud as assumed, and leaves nothing behind", async () => {
  const { session, signal } = await opened();
  const result = await runChecks(session, { signal });
  expect(result.checks.filter(({ verdict }) => verdict !== "confirmed")).toEqual([]);
  expect(result.checks.map(({ id }) => id)).toEqual([...VERIFICATION.checked]);
  expect(result).toMatchObject({ version: expect.stringMatching(/^2\.\d+$/), cleaned: { removed: 1, remaining: [] } });
  expect(cloud?.store.list("loadbalancer").every(({ provisioning_status }) => provisioning_status === "DELETED")).toBe(true);
});

const always: Partial<FaultRule> = { times: 1000 };
const conflict = (faultstring: string): Partial<FaultRule> => ({
  ...{ status: 409, times: 1 },
  responseBody: JSON.stringify({ faultcode: "Client", faultstring, debuginfo: null }),
});
const fault = (status: number, faultstring: string): Partial<FaultRule> => ({ ...conflict(faultstring), status });

const BROKEN: [id: string, rule: FaultRule][] = [
  ["octavia/one-call", { method: "POST", path: "/loadbalancers", ...fault(501, "Provider 'x' does not support a requested option") }],
  ["octavia/pending-409", { method: "PUT", path: "/loadbalancers/", ...conflict("No.") }],
  ["octavia/tags-kept", { ...always, path: "/loadbalancers/", removeFields: ["loadbalancer.tags"] }],
  ["octavia/defaults", { ...always, method: "POST", path: "/members", removeFields: ["member.weight"] }],
  ["octavia/null-resets", { ...always, method: "GET", path: "/listeners/", removeFields: ["listener.connection_limit"] }],
  ["octavia/port-once", { method: "POST", path: "/listeners", body: "port-again", ...conflict("Taken.") }],
  ["octavia/pool-in-use", { method: "DELETE", path: "/pools/", ...conflict("No.") }],
  ["octavia/members-replaced", { method: "PUT", path: "/members", skip: 1, status: 202, times: 1, responseBody: "" }],
  ["octavia/policies-shift", { ...always, method: "GET", path: "/l7policies", removeFields: ["l7policies.0"] }],
  [
    "octavia/gone-is-404",
    { ...always, method: "DELETE", path: "/v2/lbaas/pools/", skip: 2, status: 404, responseBody: "<html>Not Found</html>" },
  ],
  ["octavia/pages", { ...always, method: "GET", path: "limit=1&", removeFields: ["pools.0"] }],
  ["octavia/providers", { ...always, method: "GET", path: "/providers", removeFields: ["providers.0", "providers.0", "providers.0"] }],
];

it("breaks each assumption of the API once", () => {
  expect(BROKEN.map(([id]) => id)).toEqual([...VERIFICATION.checked]);
});

it.each(BROKEN)("finds that %s does not hold", async (id, rule) => {
  const { session, signal } = await opened([rule]);
  const { checks } = await runChecks(session, { signal });
  expect(verdicts(checks, "refuted"), JSON.stringify(checks)).toContain(id);
});

type Given = { to: 1 | 2 } | { redirect: string } | { status: number };

/** Answers as HAProxy gives them, by hand; each ID breaks one assumption. */
function answerOf(label: string, url: string, broken: string, count: () => number): Given {
  const is = (id: string) => broken === `octavia/${id}`;
  const [path = ""] = url.split("?");
  switch (label) {
    case "order":
      if (is("redirect-before-pool")) return { to: 1 };
      return { redirect: `https://moved.verify.example/new${is("redirect-prefix") ? "?c=d" : ""}` };
    case "deep":
      if (path === "/deeper") return { to: is("paths") ? 1 : 2 };
      return { to: path.startsWith("/deep") && !is("by-position") ? 2 : 1 };
    case "exact":
      return { to: path === "/exact" ? 1 : 2 };
    case "any.wild":
      return { to: 2 };
    case "two.any.wild":
      return is("host-expressions") ? { to: 2 } : { status: 503 };
    case "weights":
      return { to: count() % (is("weights") ? 2 : 4) === 0 ? 1 : 2 };
    case "empty":
      return { status: is("no-member") ? 502 : 503 };
    case "prefix":
      return { redirect: `https://prefix.verify.example${url}` };
    default:
      return { status: is("no-rule") ? 404 : 503 };
  }
}

async function sent(broken = "") {
  const { session, signal } = await opened();
  let counted = 0;
  plane = createServer(({ headers, url = "" }, response) => {
    const given = answerOf((headers.host ?? "").replace(".verify.example", ""), url, broken, () => counted++);
    if ("to" in given) response.setHeader("x-k8s-lb-echo", SERVERS[given.to - 1] ?? "").end(JSON.stringify({ path: url, headers }));
    else if ("redirect" in given) response.writeHead(302, { Location: given.redirect }).end();
    else response.writeHead(given.status).end();
  });
  await new Promise<void>((done) => plane?.listen(0, "127.0.0.1", done));
  const { port } = plane.address() as AddressInfo;
  return runChecks({ ...session, checks: {} }, { signal, servers: SERVERS, through: () => ({ host: "127.0.0.1", port }) });
}

it("confirms all of a data plane as assumed", async () => {
  const { checks } = await sent();
  expect(checks.filter(({ verdict }) => verdict !== "confirmed")).toEqual([]);
  expect(checks.map(({ id }) => id).sort()).toEqual([...VERIFICATION.probed].sort());
});

it.each(VERIFICATION.probed)("finds by requests that %s does not hold", async (id) => {
  const { checks } = await sent(id);
  expect(verdicts(checks, "refuted")).toContain(id);
});
