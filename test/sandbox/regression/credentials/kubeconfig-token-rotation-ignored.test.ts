import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { connect } from "../../../../provider/kubernetes/connect";

// A watch runs for months, and whoever rotates the token of its kubeconfig writes the new one into the file; it was read once, and after the
// old token had run out every request was refused with 401 for ever.

let server: Server | undefined;
const folder = mkdtempSync(join(tmpdir(), "k8s-lb-token-"));
afterEach(() => {
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a token that is refused is looked up in the file", async () => {
  let valid = "first";
  const seen: string[] = [];
  server = createServer((request, response) => {
    seen.push(String(request.headers.authorization));
    const right = request.headers.authorization === `Bearer ${valid}`;
    response.writeHead(right ? 200 : 401, { "Content-Type": "application/json" });
    const refused = { kind: "Status", apiVersion: "v1", status: "Failure", reason: "Unauthorized", code: 401, message: "Unauthorized" };
    response.end(JSON.stringify(right ? { kind: "PodList", apiVersion: "v1", metadata: {}, items: [] } : refused));
  });
  await new Promise<void>((done) => server?.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const kubeconfig = join(folder, "config");
  const write = (token: string) =>
    writeFileSync(
      kubeconfig,
      JSON.stringify({
        apiVersion: "v1",
        kind: "Config",
        "current-context": "a",
        clusters: [{ name: "a", cluster: { server: `http://127.0.0.1:${port}` } }],
        users: [{ name: "a", user: { token } }],
        contexts: [{ name: "a", context: { cluster: "a", user: "a" } }],
      }),
    );
  write("first");
  const client = connect({ kubeconfig, retryDelay: 1 });
  const pods = () =>
    client.list({ group: "", version: "v1", plural: "pods", kind: "Pod", namespaced: true, tenanted: true }, { namespace: "shop" });
  expect(await pods()).toEqual([]);
  [valid] = ["second"];
  await expect(pods()).rejects.toThrow(/401|Unauthorized/i);
  write("second");
  expect(await pods()).toEqual([]);
  expect(seen.at(-1)).toBe("Bearer second");
});
