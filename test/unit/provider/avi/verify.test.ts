import { afterEach, expect, it } from "vitest";
import { openVerification, runChecks } from "../../../../provider";
import { VERIFICATION } from "../../../../provider/avi/verify";
import { ASSUMPTIONS } from "../../../../resources/assumptions";
import { AVI_TYPES } from "../../../../resources/avi/body";
import { type AviSandbox, type AviSandboxOptions, type FaultRule, startAviSandbox } from "../../../../sandbox/index";

let avi: AviSandbox | undefined;
afterEach(() => avi?.close());

const PREFIX = "k8s-lb-verify-test";

async function run(options: AviSandboxOptions = {}, signal = new AbortController().signal) {
  avi = await startAviSandbox({ rateLimit: "off", ...options });
  const env = {
    AVI_CONTROLLER: avi.url,
    AVI_USERNAME: avi.username,
    AVI_PASSWORD: avi.password,
    AVI_RATE_LIMIT: "off",
    AVI_RETRY_DELAY: "1",
  };
  const session = openVerification("avi", { prefix: PREFIX, family: "k8s-lb-verify", settings: {}, signal }, env);
  if (!session) throw new Error("no questions");
  return { sandbox: avi, result: await runChecks(session, { signal }) };
}

/** Everything of runs on the sandbox. */
const own = (sandbox: AviSandbox) =>
  ["pool", "poolgroup", "virtualservice", "vsvip", "httppolicyset", "vsdatascriptset", "stringgroup", "healthmonitor"].flatMap((type) =>
    sandbox.store.list(type).filter(({ name }) => String(name).startsWith("k8s-lb-verify")),
  );

const refutedIn = (checks: readonly { id: string; verdict: string }[]) =>
  checks.filter(({ verdict }) => verdict === "refuted").map(({ id }) => id);

it("has a check for each assumption that the API can answer, and requests for the others", () => {
  const by = (what: string) => Object.entries(ASSUMPTIONS.avi).flatMap(([id, one]) => (one.by === what ? [id] : []));
  expect([...VERIFICATION.checked].sort()).toEqual(by("api").sort());
  expect([...VERIFICATION.probed].sort()).toEqual(by("requests").sort());
});

it("confirms all on a controller as assumed, and leaves nothing behind", async () => {
  const { result, sandbox } = await run();
  expect(result.checks.filter(({ verdict }) => verdict !== "confirmed")).toEqual([]);
  expect(result.checks.map(({ id }) => id)).toEqual([...VERIFICATION.checked]);
  expect(result).toMatchObject({ version: "22.1.2", interrupted: false, sent: false, cleaned: { remaining: [] } });
  expect(result.cleaned.removed).toBeGreaterThan(20);
  expect(own(sandbox)).toEqual([]);
});

it("changes nothing outside its prefix", async () => {
  const untouched = await startAviSandbox({ rateLimit: "off" });
  const all = (sandbox: AviSandbox) => Object.keys(AVI_TYPES).map((type) => sandbox.store.list(type).map(({ name, uuid }) => [name, uuid]));
  const before = all(untouched);
  await untouched.close();
  const { sandbox } = await run();
  expect(all(sandbox)).toEqual(before);
  const written = sandbox.calls().filter(({ method, path }) => method !== "GET" && path.startsWith("/api/"));
  expect(written.every(({ path }) => Object.keys(AVI_TYPES).includes(path.split("/")[2] ?? ""))).toBe(true);
});

const always: Partial<FaultRule> = { times: 1000 };
const refusing = (path: string, body?: string): FaultRule => ({
  ...always,
  ...{ method: "POST", path, status: 400, responseBody: JSON.stringify({ error: "Invalid value" }) },
  ...(body ? { body } : {}),
});

const BROKEN: [id: string, options: AviSandboxOptions][] = [
  ["avi/bodies-accepted", { faults: [refusing("/api/httppolicyset")] }],
  ["avi/names-in-bodies", { faults: [refusing("/api/poolgroup", `${PREFIX}-named`)] }],
  ["avi/names-in-answers", { differs: ["references-without-names"] }],
  ["avi/name-once", { differs: ["names-twice"] }],
  ["avi/stale-refused", { differs: ["stale-writes"] }],
  ["avi/put-replaces", { differs: ["put-merges"] }],
  [
    "avi/defaults",
    { faults: [{ ...always, method: "POST", path: "/api/pool", body: `${PREFIX}-defaults`, extraFields: { enabled: false } }] },
  ],
  ["avi/refuses-referred", { differs: ["deletes-referred"] }],
  [
    "avi/gone-is-404",
    {
      faults: [
        {
          ...always,
          method: "DELETE",
          path: "/api/pool/",
          skip: 2,
          status: 400,
          responseBody: JSON.stringify({ error: "no such object" }),
        },
      ],
    },
  ],
  ["avi/pages", { differs: ["no-next-page"] }],
  ["avi/filter-by-name", { differs: ["filters-nothing"] }],
  ["avi/filter-by-owner", { differs: ["filters-nothing"] }],
  ["avi/markers-kept", { faults: [{ ...always, path: "/api/pool", removeFields: ["markers"] }] }],
  ["avi/mark-on-vip", { faults: [{ ...always, method: "POST", path: "/api/vsvip", removeFields: ["vsvip_cloud_config_cksum"] }] }],
  ["avi/vip-address", { faults: [{ ...always, path: "/api/vsvip", removeFields: ["vip"] }] }],
  ["avi/sni-name-once", { differs: ["sni-names-twice"] }],
  ["avi/parent-field", { faults: [refusing("/api/virtualservice", "vh_parent_vs_ref")] }],
  ["avi/full-logs-off", { differs: ["full-logs-on"] }],
];

it("breaks each assumption of the API once", () => {
  expect(new Set(BROKEN.map(([id]) => id))).toEqual(new Set(VERIFICATION.checked));
});

it.each(BROKEN)("finds that %s does not hold", async (id, options) => {
  const { result } = await run(options);
  expect(refutedIn(result.checks)).toContain(id);
});
