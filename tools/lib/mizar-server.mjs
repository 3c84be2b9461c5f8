// The real kube-apiserver with the Mizar kinds and a stand-in for Mizar's operator on it.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { installCrds } from "../kube-server/crds.mjs";
import { startKubeServer } from "../kube-server/index.mjs";
import { keepLogs } from "./logs.mjs";
import { inRoot } from "./paths.mjs";

/**
 * Starts both; `stop()` ends them. The stand-in is that of dist/, which must be built.
 *
 * @param operator options of the stand-in, e.g. `{ mode: "head" }`
 */
export async function startMizarServer(operator = {}) {
  const load = createRequire(import.meta.url);
  const { startOperator } = load(inRoot("dist/sandbox/index.js"));
  const { CRDS } = load(inRoot("dist/kinds/mizar/crds/index.js"));
  const server = await startKubeServer();
  try {
    await installCrds(server, CRDS);
    const { url, token } = server;
    const running = await startOperator({ url, token, ca: readFileSync(server.ca, "utf8"), ...operator });
    const stop = async () => {
      await running.stop();
      await server.stop();
    };
    const { ca, kubeconfig, dir } = server;
    return { url, token, ca, kubeconfig, env: { KUBECONFIG: kubeconfig }, keepLogs: () => keepLogs(dir), stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
