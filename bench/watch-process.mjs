// A watch in a process of its own, so that its memory and its time are not those of the sandboxes; its parent sends what it must follow.
import { createRequire } from "node:module";
import { moduleOf } from "../tools/lib/checkout.mjs";

const load = createRequire(import.meta.url);
// as the command does
moduleOf("sdk/watch/heap").keepHeapSmall();
moduleOf("sdk/watch/stack/without-compiler").withoutCompiler(load);
load("@pulumi/pulumi/automation");
const { Watcher } = moduleOf("sdk/watch/watcher");

let watcher;

async function start({ component, state, values, justReady }) {
  const program = {
    preview: async () => ({ steps: [], components: [component] }),
    up: async () => [],
    drift: async () => [],
    resources: async () => state,
    config: async () => values,
    runs: async () => [{ id: "1", version: 1, kind: "update", result: "succeeded", started: 0 }],
  };
  watcher = new Watcher(program, {
    apply: "members",
    debounceMs: 300,
    resyncMs: 3_600_000,
    settleMs: 3_600_000,
    emptyAfterMs: 10_000,
    planFile: "",
    tell: (event) => {
      if (event.what === "write") process.send({ write: event });
      if (event.what === "failure" || event.what === "pending") console.error(event);
    },
  });
  await watcher.start();
  if (justReady) while (!watcher.ready()) await new Promise((done) => setTimeout(done, 1));
  else await watcher.idle();
}

const answers = {
  start,
  rss: () => process.memoryUsage().rss / 2 ** 20,
  queue: () => watcher.queue().waiting,
  close: () => watcher.close(),
};

// who asks may have died
process.on("disconnect", () => process.exit());
process.on("message", async ({ ask, id, ...rest }) => {
  process.send({ id, answer: await answers[ask](rest) });
  if (ask === "close") process.disconnect();
});
