import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { withProgress } from "../../../../sdk/cli/progress";

/** A terminal, or a file, that remembers what was written to it. */
function screen(isTTY: boolean): { stream: NodeJS.WriteStream; written: () => string } {
  let written = "";
  const stream = Object.assign(new PassThrough(), {
    isTTY,
    columns: 80,
    cursorTo: () => true,
    clearLine: () => true,
    moveCursor: () => true,
  });
  stream.on("data", (bytes) => {
    written += bytes;
  });
  // what a spinner uses of a terminal
  return { stream: stream as PassThrough as NodeJS.WriteStream & PassThrough, written: () => written };
}

const slow = async () => {
  await sleep(1_400);
  return "done";
};

describe("progress", () => {
  it("is shown on a terminal for what takes longer than a second, and is gone at the end", async () => {
    const { stream, written } = screen(true);
    expect(await withProgress("Reading the cluster", slow, stream)).toBe("done");
    expect(written()).toContain("Reading the cluster");
    const length = written().length;
    await sleep(300);
    expect(written().length).toBe(length);
  });

  it("is not shown for what is done at once, nor in a log, and lets errors through", async () => {
    const [terminal, log] = [screen(true), screen(false)];
    expect(await withProgress("x", async () => 1, terminal.stream)).toBe(1);
    await withProgress("x", slow, log.stream);
    await expect(withProgress("x", () => Promise.reject(new Error("no")), terminal.stream)).rejects.toThrow("no");
    expect([terminal.written(), log.written()]).toEqual(["", ""]);
  });
});
