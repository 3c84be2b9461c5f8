import { expect, test } from "vitest";
import { onOwnStack } from "../../../../sdk/components/on-own-stack";

const frames = () => (new Error("here").stack ?? "").split("\n").slice(1);

test("registering resources records no stack traces, and leaves the limit as it was", async () => {
  const { stackTraceLimit } = Error;
  expect(frames().length).toBeGreaterThan(0);
  expect(await onOwnStack(frames)).toEqual([]);
  expect(Error.stackTraceLimit).toBe(stackTraceLimit);
});

test("the frames of its caller are not in the stack, which the SDK writes into the state", async () => {
  const whole = () => {
    Error.stackTraceLimit = Number.POSITIVE_INFINITY;
    return frames();
  };
  const own = await onOwnStack(whole);
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter((frame) => frame.includes("vitest"))).toEqual([]);
});

test("a failure rejects, and leaves the limit as it was", async () => {
  const { stackTraceLimit } = Error;
  const failing = () => {
    throw new TypeError("no class for x");
  };
  await expect(onOwnStack(failing)).rejects.toThrow("no class for x");
  expect(Error.stackTraceLimit).toBe(stackTraceLimit);
});
