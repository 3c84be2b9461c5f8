import { expect, it } from "vitest";
import { explainCommand } from "../../../../sdk/cli/explain";
import { UsageError } from "../../../../sdk/cli/grammar";
import { printedText } from "../../../support/printed";

const printed = printedText();

const explain = (...args: string[]) => explainCommand().exitOverride().parseAsync(args, { from: "user" });

it.each(["LB1209", "lb1209", "1209"])("%s is explained: meaning, effect, remedy, example", async (code) => {
  await explain(code);
  expect(printed.text.split("\n")).toEqual([
    "LB1209 (warning): The target cannot distinguish a path from another one.",
    "  Effect:  A part of the object is not served.",
    "  Remedy:  Use paths that differ in more than the message says, or another `pathType`.",
    expect.stringMatching(/^ {2}Example: Ingress .* gets no requests, the prefix/),
    "",
  ]);
});

it("codes with words and codes of the provider are explained, one after the other", async () => {
  await explain("lbipinuse", "LB2003");
  expect(printed.text).toMatch(/^LBIpInUse \(error\): [\s\S]*\n\nLB2003 \(error\): [\s\S]*`adopt: true`/);
});

it("an unknown code is refused, with the nearest one", async () => {
  await expect(explain("LB1O01")).rejects.toThrow(
    new UsageError("there is no code LB1O01; did you mean LB1001? k8s-lb explain lists all codes"),
  );
  expect(printed.text).toBe("");
});

it("without a code all are listed, and -o json has the same for programs", async () => {
  await explain();
  expect(printed.text.split("\n").filter((line) => /^LB\w+ /.test(line)).length).toBeGreaterThan(240);
  printed.text = "";
  await explain("LB1208", "-o", "json");
  expect(JSON.parse(printed.text)).toMatchObject({ schemaVersion: 1, codes: [{ code: "LB1208", severity: "warning" }] });
});
