import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { watchCommand } from "../../../sdk/cli/watch/watch";
import { pendingRoutes, serve, type WatchView } from "../../../sdk/watch/report/http-server";

// `watch` and `watch status` both have --listen: the first took it, and the second asked at the default address.

afterEach(() => vi.restoreAllMocks());

const view: WatchView = {
  ready: () => true,
  activeErrors: () => [],
  pending: () => [],
  drift: () => [{ type: "avi:Pool", resource: "the-one-that-was-asked" }],
  lastKnownGood: () => [],
  queue: () => ({ waiting: 0, oldestSeconds: 0 }),
};

test.each([
  ["behind the verb", (address: string) => ["status", "--listen", address]],
  ["in one word", (address: string) => ["status", `--listen=${address}`]],
  ["before the verb", (address: string) => ["--listen", address, "status"]],
])("%s the address is the one that is asked", async (_where, words) => {
  const server = await serve(pendingRoutes(view), "127.0.0.1", 0);
  const { port } = server.address() as AddressInfo;
  let printed = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  try {
    await watchCommand().parseAsync(words(`127.0.0.1:${port}`), { from: "user" });
  } finally {
    server.close();
  }
  expect(printed).toContain("the-one-that-was-asked");
});
