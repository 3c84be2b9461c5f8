import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pluginAddress } from "../../sdk/own-package";

/** A place that Pulumi takes the archive of the native plugin from, as from a release. */
export interface ReleaseServer {
  /** Variables with which Pulumi looks here for what the schema of the package says is elsewhere. */
  readonly env: { readonly [name: string]: string };
  /** Names of the files that were asked for. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** Makes the archive for this machine, and serves it on loopback. */
export async function startReleaseServer(): Promise<ReleaseServer> {
  const path = "../../tools/release/plugin-archives.mjs";
  const { platformHere, writeArchives } = await import(path);
  const folder = mkdtempSync(join(tmpdir(), "k8s-lb-release-"));
  await writeArchives(folder, [platformHere()]);
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const name = basename(request.url ?? "");
    asked.push(name);
    if (!existsSync(join(folder, name))) return response.writeHead(404).end();
    // Pulumi wants to know how much is coming
    return response.end(readFileSync(join(folder, name)));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    env: {
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "false",
      PULUMI_PLUGIN_DOWNLOAD_URL_OVERRIDES: `^${pluginAddress()}$=http://127.0.0.1:${port}`,
    },
    asked,
    async close() {
      await new Promise((closed) => server.close(closed));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
