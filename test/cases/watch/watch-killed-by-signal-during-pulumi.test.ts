import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { stopped } from "../../../sdk/cli/signals";

// SIGTERM killed a watch while it ran a command of Pulumi, a look into the history too: the listener of the watch was gone when that of the
// library that runs commands looked who else listens. Nothing was ended in order, and the Lease was held until it ran out.

test("whoever hears of a signal after the watch finds that the watch listens", async () => {
  // in place of the process: other libraries listen there, and would end the process of the tests
  const emitter = new EventEmitter();
  const ended = new AbortController();
  const stop = stopped(ended, emitter);
  let found = 0;
  emitter.on("SIGTERM", () => {
    found = emitter.listenerCount("SIGTERM");
  });
  emitter.emit("SIGTERM");
  await stop;
  expect(ended.signal.aborted).toBe(true);
  expect(found).toBe(2);
});
