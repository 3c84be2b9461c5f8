import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { answerText } from "../../requests/messages";
import { type Diagnostic, describeObject } from "../../resources/diagnostic";
import { RequestExplainer } from "../../sdk/requests/explain";
import { TARGETS, type TargetName } from "../../sdk/targets";
import { requestSide } from "../../sdk/targets/request-side";
import { faultless } from "../support/faults";
import { CERTIFICATE, PRIVATE_KEY } from "../support/pem";

// Tables: manifests and settings in; states, what is reported, and answers to requests out. A file holds the cases of one fault; what it has
// beside `cases` is for all of them, and a case adds its own specs and settings.
//   beside: names of objects of beside.yaml, such as a Service with a server, that come before the specs
//   expect: by object its state, and what is reported of it as `CODE severity pointer: message`, all of it, each by its beginning. Objects that
//     are ready without a word are left out; `Settings` has what is reported of no object with a state
//   requests: by URL the answer in the words of `k8s-lb request`, followed by `, not ...` where the specs ask for another one

interface Table {
  /** Several targets, each with its settings: the same is expected with each. */
  to: TargetName | { [to in TargetName]?: object };
  /** In a case also several: the same is expected with each. */
  settings?: object;
  beside?: string[];
  specs?: object[];
  cases: TableCase[];
}

interface TableCase {
  name: string;
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
  return { plan, side: () => requestSide(target, read, own, plan) };
}

/** By object its state, and what is reported of it; objects that are ready without a word are left out. */
function reported({ statuses, diagnostics }: ReturnType<typeof translated>["plan"]): { [object: string]: string[] } {
  const all = statuses.map((one) => [describeObject(one.object), [one.state, ...lines(one.diagnostics)]] as const);
  const entries = [...all, ["Settings", lines(diagnostics)] as const];
  return Object.fromEntries(entries.filter(([, [first, ...more]]) => first !== undefined && (first !== "ready" || more.length > 0)));
}

function answers({ side }: ReturnType<typeof translated>, urls: readonly string[]): { [url: string]: string } {
  const explainer = new RequestExplainer(side() ?? {});
  const answerOf = (url: string) => {
    const { answer, asked, differs } = explainer.explain({ url }) ?? expect.fail(`${url} is no URL`);
    return `${answerText(answer)}${differs && asked ? `, not ${answerText(asked)}` : ""}`;
  };
  return Object.fromEntries(urls.map((url) => [url, answerOf(url)]));
}

const folder = join(__dirname, "diagnostics");
const read = <T>(file: string): T =>
  parse(
    readFileSync(join(folder, file), "utf8")
      .replaceAll("$CERTIFICATE", JSON.stringify(CERTIFICATE))
      .replaceAll("$PRIVATE_KEY", JSON.stringify(PRIVATE_KEY)),
  );
const BESIDE = read<{ [name: string]: object[] }>("beside.yaml");
const besideOf = (name: string): object[] => BESIDE[name] ?? expect.fail(`beside.yaml has no ${name}`);

describe.each(readdirSync(folder).filter((file) => file !== "beside.yaml"))("%s", (file) => {
  const { to, beside = [], specs = [], settings = {}, cases } = read<Table>(file);
  const targets = typeof to === "string" ? { [to]: {} } : to;
  test.each(cases)("$name", (one) => {
    for (const [target, ofTarget] of Object.entries(targets))
      for (const own of [one.settings ?? {}].flat()) {
        const all = [...beside.flatMap(besideOf), ...specs, ...(one.specs ?? [])];
        const found = translated(target as TargetName, all, { ...ofTarget, ...settings, ...own });
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
