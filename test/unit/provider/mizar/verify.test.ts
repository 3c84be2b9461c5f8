import { afterEach, expect, it } from "vitest";
import { openVerification, runChecks } from "../../../../provider";
import { VERIFICATION } from "../../../../provider/mizar/verify";
import { ASSUMPTIONS } from "../../../../resources/assumptions";
import { type FaultRule, type KubernetesSandbox, startKubernetesSandbox } from "../../../../sandbox/index";

let cluster: KubernetesSandbox | undefined;
afterEach(() => cluster?.close());

async function run(faults: FaultRule[] = []) {
  cluster = await startKubernetesSandbox({ https: false });
  for (const rule of faults) cluster.fault(rule);
  const { signal } = new AbortController();
  const place = { prefix: "k8s-lb-verify-test", family: "k8s-lb-verify", settings: {}, signal };
  const session = openVerification("mizar", place, { MIZAR_KUBECONFIG: cluster.kubeconfig });
  if (!session) throw new Error("no questions");
  const result = await runChecks(session, { signal });
  return { result, leftovers: await session.leftovers() };
}

it("has a check for each assumption", () => {
  expect([...VERIFICATION.checked].sort()).toEqual(Object.keys(ASSUMPTIONS.mizar).sort());
});

it("confirms all on a cluster as assumed, and leaves nothing behind", async () => {
  const { result, leftovers } = await run();
  expect(result.checks.filter(({ verdict }) => verdict !== "confirmed")).toEqual([]);
  expect([result.version, result.cleaned, leftovers]).toEqual(["mizar.com/v1", { removed: 6, remaining: [] }, 0]);
});

const refused = (code: number, reason: string): Partial<FaultRule> => ({
  ...{ status: code, times: 1 },
  responseBody: JSON.stringify({ kind: "Status", apiVersion: "v1", status: "Failure", message: "no", reason, code }),
});

const BROKEN: [id: string, rule: FaultRule][] = [
  ["mizar/vpc-accepted", { method: "POST", path: "/vpcs", ...refused(422, "Invalid") }],
  ["mizar/name-once", { method: "POST", path: "/vpcs", skip: 2, ...refused(403, "Forbidden") }],
  ["mizar/stale-refused", { method: "PATCH", path: "/vpcs/", skip: 1, ...refused(403, "Forbidden") }],
  ["mizar/patch-merges", { method: "PATCH", path: "-merged", removeFields: ["spec.ip"] }],
  ["mizar/labels-select", { method: "GET", path: "labelSelector", removeFields: ["items.0", "items.0", "items.0", "items.0", "items.0"] }],
];

it.each(BROKEN)("finds that %s does not hold", async (id, rule) => {
  const { result } = await run([rule]);
  expect(
    result.checks.filter(({ verdict }) => verdict === "refuted").map((one) => one.id),
    JSON.stringify(result.checks),
  ).toEqual([id]);
});
