import { describe, expect, test } from "vitest";
import { coloured, hasColours, terminalWidth } from "../../../../sdk/cli/terminal";

const TERMINAL = { isTTY: true, columns: 80 };
const FILE = {};

describe("colours", () => {
  test.each([
    [TERMINAL, {}, true],
    [FILE, {}, false],
    [TERMINAL, { NO_COLOR: "1" }, false],
    [TERMINAL, { NO_COLOR: "" }, true],
    [TERMINAL, { TERM: "dumb" }, false],
    [FILE, { FORCE_COLOR: "1" }, true],
    [FILE, { FORCE_COLOR: "" }, true],
    [TERMINAL, { FORCE_COLOR: "0" }, false],
    [FILE, { FORCE_COLOR: "1", NO_COLOR: "1" }, true],
  ])("%j with %j: %s", (sink, env, expected) => expect(hasColours(sink, env)).toBe(expected));

  test("are those of severities that begin a line", () => {
    const text = "SEVERITY  CODE\nerror     LB1003  an error: x\nwarning   LB1112\n  error here\nerrors: 2\nnotice LB1: n\n";
    expect(coloured(text, FILE, { FORCE_COLOR: "1" })).toBe(
      "SEVERITY  CODE\n\u001b[31merror\u001b[39m     LB1003  an error: x\n\u001b[33mwarning\u001b[39m   LB1112\n  error here\nerrors: 2\n\u001b[36mnotice\u001b[39m LB1: n\n",
    );
    expect(coloured(text, TERMINAL, { NO_COLOR: "1" })).toBe(text);
  });
});

describe("the width", () => {
  test.each([
    [TERMINAL, {}, 80],
    [FILE, {}, undefined],
    [TERMINAL, { COLUMNS: "60" }, 60],
    [FILE, { COLUMNS: "200" }, 200],
    [FILE, { COLUMNS: "wide" }, undefined],
    [TERMINAL, { COLUMNS: "3" }, 20],
  ])("of %j with %j is %s", (sink, env, expected) => expect(terminalWidth(sink, env)).toBe(expected));
});
