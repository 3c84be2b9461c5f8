import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type Diagnostic, describeObject } from "../../resources/diagnostic";
import type { TargetName } from "../../sdk/targets";
import { CERTIFICATE, PRIVATE_KEY } from "../support/pem";
import { translateTo } from "../support/planned";

// Faults of which manifests, settings and what is reported are the whole proof.

interface RegressionCase {
  name: string;
  /** Several: the same is expected with each of them. */
  settings?: object | object[];
  specs?: object[];
  expect: { [object: string]: string | string[] };
}

interface RegressionFile extends Pick<RegressionCase, "specs"> {
  to: TargetName;
  settings?: object;
  cases: RegressionCase[];
}

/** Notices of samples that have nothing to do with a fault: the certificate is for another host, and addresses that are left. */
const INCIDENTAL = ["LB1216", "LB1603"];

const lines = (found: readonly Diagnostic[]): string[] =>
  found
    .filter(({ code }) => !INCIDENTAL.includes(code))
    .map(({ code, severity, pointer, message }) => `${`${code} ${severity} ${pointer}`.trim()}: ${message}`);

/** By object its state, and what is reported of it; objects that are ready without a word are left out. */
function reported(to: RegressionFile["to"], specs: object[], settings: object): RegressionCase["expect"] {
  const { statuses, diagnostics } = translateTo(to, { objects: specs.map((value) => ({ value })), diagnostics: [] }, { ...settings });
  const all = statuses.map(({ object, state, diagnostics }) => [describeObject(object), [state, ...lines(diagnostics)]] as const);
  const entries = [...all, ["Settings", lines(diagnostics)] as const];
  return Object.fromEntries(entries.filter(([, [first, ...more]]) => first !== undefined && (first !== "ready" || more.length > 0)));
}

const folder = join(__dirname, "diagnostics");
const read = (file: string): RegressionFile =>
  parse(
    readFileSync(join(folder, file), "utf8")
      .replaceAll("$CERTIFICATE", JSON.stringify(CERTIFICATE))
      .replaceAll("$PRIVATE_KEY", JSON.stringify(PRIVATE_KEY)),
  );

describe.each(readdirSync(folder).filter((file) => file.endsWith(".yaml")))("%s", (file) => {
  const { to, specs = [], settings = {}, cases } = read(file);
  test.each(cases)("$name", (one) => {
    for (const own of [one.settings ?? {}].flat()) {
      const found = reported(to, [...specs, ...(one.specs ?? [])], { ...settings, ...own });
      const expected = Object.entries(one.expect).map(([object, messages]) => [object, [messages].flat()] as const);
      expect(Object.keys(found).sort()).toEqual(expected.map(([object]) => object).sort());
      for (const [object, messages] of expected) {
        expect(found[object], object).toEqual(messages.map((begin) => expect.toSatisfy((line: string) => line.startsWith(begin), begin)));
      }
    }
  });
});
