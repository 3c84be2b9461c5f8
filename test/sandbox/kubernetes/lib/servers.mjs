// The two sides, each with the kinds of Mizar and Arktos; both end with `stop()`.
import { createRequire } from "node:module";
import { startKubeServer } from "../../../../tools/kube-server/index.mjs";
import { installCrds } from "../../../../tools/kube-server/requests.mjs";

const load = createRequire(import.meta.url);

async function startReal(options) {
  const { CRDS } = load("../../../../dist/sandbox/mizar/definitions.js");
  const server = await startKubeServer(options);
  try {
    await installCrds(server, CRDS);
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

const startSandbox = (options) =>
  load("../../../../dist/sandbox/kubernetes-sandbox.js").startKubernetesSandbox({ ...options, operator: false });

export const servers = { real: startReal, sandbox: startSandbox };
