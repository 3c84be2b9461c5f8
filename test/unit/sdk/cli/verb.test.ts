import { afterEach, describe, expect, it } from "vitest";
import { exitCodeOption, outputOption, ReportedError } from "../../../../sdk/cli/grammar";
import { arg, collect, opt } from "../../../../sdk/cli/option";
import { defineVerb, type VerbResult } from "../../../../sdk/cli/verb";
import { printedText } from "../../../support/printed";

const printed = printedText();
afterEach(() => {
  process.exitCode = undefined;
});

/** A verb with this outcome. */
const verb = (run: () => VerbResult | number | boolean) =>
  defineVerb({ name: "count", options: [outputOption(["table", "json"]), exitCodeOption("when anything is counted")], run });

const codeOf = async (run: () => VerbResult | number | boolean, ...args: string[]) => {
  await verb(run)().parseAsync(args, { from: "user" });
  return process.exitCode;
};

describe("a verb of the command line", () => {
  const result = { document: { count: 2 }, table: () => "2 counted\n", isFound: true };

  it("prints its document for programs and its table for people", async () => {
    await codeOf(() => result, "-o", "json");
    expect(JSON.parse(printed.text)).toEqual({ schemaVersion: 1, count: 2 });
    printed.text = "";
    await codeOf(() => result);
    expect(printed.text).toBe("2 counted\n");
  });

  it.each([
    [result, [], 0],
    [result, ["--exit-code"], 1],
    [{ ...result, isFound: false }, ["--exit-code"], 0],
    [{ ...result, code: 3 }, ["--exit-code"], 3],
    [true, [], 0],
    [true, ["--exit-code"], 1],
    [2, [], 2],
  ] as const)("with the outcome %j and the options %j ends with %i", async (outcome, args, code) => {
    expect(await codeOf(() => outcome, ...args)).toBe(code);
  });

  it("ends with 2 where stderr names the fault already", async () => {
    const fails = () => {
      throw new ReportedError("reported");
    };
    expect(await codeOf(fails)).toBe(2);
  });

  it("gets its arguments and options by the names in their flags", async () => {
    let input: unknown;
    const command = defineVerb({
      name: "name",
      args: [arg("<url>"), arg("[more...]")],
      options: [opt("-f, --from-file <path...>", "files"), opt("--no-https", "http"), opt("--mark <mark>", "marks").read(collect)],
      run({ fromFile, https, mark }, [url, more]) {
        input = { fromFile, https, mark, url, more };
      },
    })();
    await command.parseAsync(["u", "a", "b", "--no-https", "--mark", "1", "--mark", "2", "-f", "x", "y"], { from: "user" });
    expect(input).toEqual({ fromFile: ["x", "y"], https: false, mark: ["1", "2"], url: "u", more: ["a", "b"] });
  });
});
