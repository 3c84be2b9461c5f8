import { expect, test } from "vitest";
import { KINDS } from "../../../../../provider";
import { dynamicProvider } from "../../../../../provider/lifecycle/dynamic";
import { NO_FACTS, type ReviewFacts } from "../../../../../requests/review/facts";
import { findingText } from "../../../../../requests/review/findings";
import { packedRules } from "../../../../../requests/table/packed";
import { compressed } from "../../../../../resources/compressed";
import type { Diagnostic } from "../../../../../resources/diagnostic";
import { FINDINGS } from "../../../../../resources/summary";

type Rule = [path: string, service: string, object: string];

function facts(rules: Rule[] | undefined, more: Partial<ReviewFacts> = {}): ReviewFacts {
  if (!rules) return { ...NO_FACTS, ...more };
  const hosts = {
    "shop.x": {
      rules: rules.map(([path, service, object]) => ({
        match: [{ of: "path" as const, is: "segments" as const, values: [path] }],
        to: { forward: [{ weight: 1, service }] },
        by: { object, pointer: "/spec", file: "web.yaml", line: 3 },
      })),
    },
  };
  const port = { port: 80, protocol: "http" as const, hosts, otherwise: { status: 404 } };
  return { ...NO_FACTS, rules: packedRules({ addresses: [{ name: "vs", group: "hosts", ports: [port] }] }), ...more };
}

/** The check as the engine asks for it: the lines, and the inputs that the state gets. */
async function checked(before: ReviewFacts | undefined, after: ReviewFacts, diagnostics: Diagnostic[] = []) {
  const lines: string[] = [];
  const say = (kind: string) => async (text: string) => void lines.push(...text.split("\n").map((line) => `${kind}${line}`));
  const report = () => ({ progress: () => undefined, notice: () => undefined, summary: say(""), warn: say("warning: ") });
  const provider = dynamicProvider(KINDS.get("avi:Summary")!, { report: report as never });
  const inputs = (value: ReviewFacts) => ({ owner: "pulumi-k8s-lb:p/s/c/summary", __facts: compressed(JSON.stringify(value)) });
  const result = await provider.check(before ? inputs(before) : {}, {
    ...inputs(after),
    [FINDINGS]: compressed(JSON.stringify(diagnostics)),
    __preflight: false,
  });
  expect(result.failures).toEqual([]);
  return { lines, inputs: result.inputs };
}

const API: Rule = ["/api", "team0/api:80", "Ingress team0/shop"];

test("requests that an object takes from one of another namespace are a line, and a warning on both", async () => {
  const after = facts([["/api/v1", "team6/web:80", "Ingress team6/grab"], API]);
  expect((await checked(facts([API]), after)).lines).toEqual([
    "warning: 2 warnings about the specs:",
    "warning: LB2080 Ingress team6/grab: it takes http://shop.x/api/v1/... from Ingress team0/shop /api, which is of another namespace. If that is not meant, change its host or path.",
    "warning: LB2080 Ingress team0/shop: it loses http://shop.x/api/v1/... to Ingress team6/grab /api/v1, which is of another namespace. Change nothing in this object. If that is not meant, change the host or path of Ingress team6/grab.",
    "1 kind of request is answered differently",
    "  + http://shop.x/api/v1/... -> team6/web:80 (by Ingress team6/grab /api/v1), was team0/api:80 (taken from Ingress team0/shop /api)",
  ]);
  const own = facts([["/api/v1", "team0/web:80", "Ingress team0/more"], API]);
  expect((await checked(facts([API]), own)).lines.join("\n")).not.toContain("LB2080");
  expect((await checked(after, after)).lines).toEqual([]);
});

test("a state without rules, or with those of another version, is one line, and routes are compared", async () => {
  const routes = { "http://shop.x/api": { to: { "team0/api:80": 1 } } };
  const after = facts([API], { routes });
  const another = { ...facts([API]), rules: { v: 0 } };
  for (const before of [facts(undefined), another])
    expect((await checked(before, after)).lines).toEqual([
      "1 route added",
      "  + http://shop.x/api -> team0/api:80",
      "the last run left no rules of requests that this version reads: routes are compared, and from the next run on the requests that they answer",
    ]);
  expect((await checked(undefined, after)).lines).toEqual([
    "1 kind of request is answered differently",
    "  + http://shop.x/api/... -> team0/api:80",
  ]);
  expect((await checked(facts(undefined), facts(undefined))).lines).toEqual([]);
});

test("warnings that the last completed run had are one line, and no state has the files of any", async () => {
  const one = (name: string): Diagnostic => ({
    ...{ code: "LB1302", severity: "warning", pointer: "/spec", message: "it is odd" },
    object: { apiVersion: "v1", kind: "Service", namespace: "default", name, source: { file: "manifests/web.yaml" } },
  });
  const knowing = (...all: Diagnostic[]) => facts([API], { findings: all.map(findingText) });
  const { lines, inputs } = await checked(knowing(one("a")), knowing(one("a"), one("b")), [one("a"), one("b")]);
  expect(lines).toEqual([
    "warning: 1 warning about the specs:",
    "warning: LB1302 manifests/web.yaml: Service default/b /spec: it is odd",
    "warning: 1 warning as before: `k8s-lb validate`",
  ]);
  expect(Object.keys(inputs)).not.toContain(FINDINGS);
  expect((await checked(knowing(one("a")), knowing(one("a")), [one("a")])).lines).toEqual(["1 warning as before: `k8s-lb validate`"]);
  expect((await checked(knowing(one("a")), knowing(), [])).lines).toEqual([
    "1 finding about the specs no longer holds:",
    "no longer: LB1302 Service default/a /spec: it is odd",
  ]);
});
