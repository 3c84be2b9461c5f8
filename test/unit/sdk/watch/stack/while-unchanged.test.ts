import { expect, it } from "vitest";
import { whileUnchanged } from "../../../../../sdk/watch/stack/while-unchanged";

it("reads again when the stamp is another, and each time without one", async () => {
  let stamp: string | undefined = "1";
  let reads = 0;
  const read = whileUnchanged(
    async () => stamp,
    async () => ++reads,
  );
  expect([await read(), await read()]).toEqual([1, 1]);
  stamp = "2";
  expect([await read(), await read()]).toEqual([2, 2]);
  stamp = undefined;
  expect([await read(), await read()]).toEqual([3, 4]);
  stamp = "2";
  expect(await read()).toBe(5);
});

it("reads again what changed while it was read, and what could not be read", async () => {
  let stamp = 1;
  let reads = 0;
  const read = whileUnchanged(
    async () => String(stamp),
    async () => {
      if (++reads === 1) throw new Error("half written");
      if (reads === 2) stamp++;
      return reads;
    },
  );
  await expect(read()).rejects.toThrow("half written");
  expect([await read(), await read(), await read()]).toEqual([2, 3, 3]);
});
