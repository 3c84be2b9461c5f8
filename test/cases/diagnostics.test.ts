import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { answerText } from "../../requests/messages";
import { type Diagnostic, describeObject } from "../../resources/diagnostic";
import { RequestExplainer } from "../../sdk/requests/explain";
import { TARGETS, type TargetName } from "../../sdk/targets";
import { desiredRulesBy, requestSide } from "../../sdk/targets/request-side";
import { faultless } from "../support/faults";
import { CERTIFICATE, PRIVATE_KEY, WILDCARD_CERTIFICATE } from "../support/pem";

// Tables: manifests and settings in; states, what is reported, and answers to requests out. A file holds the cases of one fault. What it has
// beside `cases` is for all of them; a case adds its own specs and settings, or has another target.
//   beside: names of objects of beside.yaml, such as a Service with a server, that come before the specs
//   $CERTIFICATE, $PRIVATE_KEY, $WILDCARD_CERTIFICATE: texts of test/support/pem.ts
//   expect: by object its state, and what is reported of it as `CODE severity pointer: message`, all of it, each by its beginning. Objects that
//     are ready without a word are left out; `Settings` has what is reported of no object with a state
//   requests: by URL the answer in the words of `k8s-lb request`, followed by `, not ...` where the specs ask for another one
// A case fails too where an answer differs from what the specs ask for and no reason is reported (LB1399).

interface Table {
  /** Several targets, each with its settings: the same is expected with each. */
  to: TargetName | { [to in TargetName]?: object };
  /** Several: the same is expected with each. */
  settings?: object | object[];
  beside?: string[];
  specs?: object[];
  cases: TableCase[];
}

interface TableCase {
  name: string;
  to?: Table["to"];
  settings?: object | object[];
  specs?: object[];
  expect?: { [object: string]: string | string[] };
  requests?: { [url: string]: string };
}

/** Notices of samples that have nothing to do with a fault: the certificate is for another host, and addresses that are left. */
const INCIDENTAL = ["LB1216", "LB1603"];

const lines = (found: readonly Diagnostic[]): string[] =>
  found
    .filter(({ code }) => !INCIDENTAL.includes(code))
    .map(({ code, severity, pointer, message }) => `${`${code} ${severity} ${pointer}`.trim()}: ${message}`);

function translated(to: TargetName, specs: readonly object[], settings: object) {
  const [target, own] = [TARGETS[to], { ...settings }];
  const read = target.read(
    specs.map((value) => ({ value })),
    [],
  );
  const plan = faultless(target.translate(read, { settings: own }));
  const side = () => requestSide(target, read, own, plan) ?? { desired: desiredRulesBy(target, read, own) };
  return { plan, side };
}

/** By object its state, and what is reported of it; objects that are ready without a word are left out. */
function reported({ statuses, diagnostics }: ReturnType<typeof translated>["plan"]): { [object: string]: string[] } {
  const all = statuses.map((one) => [describeObject(one.object), [one.state, ...lines(one.diagnostics)]] as const);
  const entries = [...all, ["Settings", lines(diagnostics)] as const];
  return Object.fromEntries(entries.filter(([, [first, ...more]]) => first !== undefined && (first !== "ready" || more.length > 0)));
}

function answers({ side }: ReturnType<typeof translated>, urls: readonly string[]): { [url: string]: string } {
  const explainer = new RequestExplainer(side());
  const answerOf = (url: string) => {
    const { answer, asked, differs } = explainer.explain({ url }) ?? expect.fail(`${url} is no URL`);
    return `${answerText(answer)}${differs && asked ? `, not ${answerText(asked)}` : ""}`;
  };
  return Object.fromEntries(urls.map((url) => [url, answerOf(url)]));
}

const folder = join(__dirname, "diagnostics");
const PEM = { CERTIFICATE, PRIVATE_KEY, WILDCARD_CERTIFICATE };
const read = <T>(file: string): T =>
  parse(readFileSync(join(folder, file), "utf8").replaceAll(/\$([A-Z_]+)/g, (_, name: keyof typeof PEM) => JSON.stringify(PEM[name])));
const BESIDE = read<{ [name: string]: object[] }>("beside.yaml");
const besideOf = (name: string): object[] => BESIDE[name] ?? expect.fail(`beside.yaml has no ${name}`);

/** Each of the settings of a table with each of those of a case. */
const allOf = (table: object | object[], ofCase: object | object[] = {}): object[] =>
  [table].flat().flatMap((one) => [ofCase].flat().map((own) => ({ ...one, ...own })));

describe.each(readdirSync(folder).filter((file) => file !== "beside.yaml"))("%s", (file) => {
  const { to, beside = [], specs = [], settings = {}, cases } = read<Table>(file);
  test.each(cases)("$name", (one) => {
    expect.hasAssertions();
    const targets = one.to ?? to;
    for (const [target, ofTarget] of Object.entries(typeof targets === "string" ? { [targets]: {} } : targets))
      for (const own of allOf(settings, one.settings)) {
        const all = [...beside.flatMap(besideOf), ...specs, ...(one.specs ?? [])];
        const found = translated(target as TargetName, all, { ...ofTarget, ...own });
        if (one.expect) expectReported(reported(found.plan), one.expect);
        if (one.requests) expect(answers(found, Object.keys(one.requests))).toEqual(one.requests);
      }
  });
});

function expectReported(found: { [object: string]: string[] }, expected: NonNullable<TableCase["expect"]>): void {
  expect(Object.keys(found).sort()).toEqual(Object.keys(expected).sort());
  for (const [object, messages] of Object.entries(expected)) {
    const begins = [messages].flat().map((begin) => expect.toSatisfy((line: string) => line.startsWith(begin), begin));
    expect(found[object], object).toEqual(begins);
  }
}
