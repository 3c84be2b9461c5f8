// npm run tools -- kube-server: the server in the foreground, until ^C.
import { once } from "node:events";
import { createRequire } from "node:module";
import { parseArgs } from "node:util";
import { ensureBuilt } from "../lib/checkout.mjs";
import { inRoot } from "../lib/files.mjs";
import { Stop } from "../lib/process.mjs";
import { say, step } from "../lib/progress.mjs";
import { argumentsFor, ensureKubeServer, startKubeServer } from "./index.mjs";
import { installCrds } from "./requests.mjs";

const split = (text) => text.split(",").filter(Boolean);

function optionsOf(args) {
  const text = (value) => ({ type: "string", default: value });
  const options = {
    authorization: text("AlwaysAllow"),
    controllers: text("namespace,gc"),
    users: text(""),
    port: text("0"),
    "no-crds": { type: "boolean", default: false },
    shell: { type: "boolean", default: false },
  };
  try {
    const { values } = parseArgs({ args, options });
    if (!/^\d+$/.test(values.port)) throw new Stop(`--port is a number, not ${values.port}`);
    return { ...values, controllers: split(values.controllers), users: split(values.users), port: Number(values.port) };
  } catch (error) {
    throw error instanceof Stop ? error : new Stop(error.message);
  }
}

/** Our definitions of the Mizar and Arktos kinds. */
async function ourCrds() {
  await ensureBuilt();
  return createRequire(import.meta.url)(inRoot("dist/kinds/mizar/definitions.js")).CRDS;
}

/** Prints where the server is as one line of JSON, or with `--shell` as a line for `eval`. */
export async function kubeServer(args) {
  const { shell, "no-crds": bare, ...options } = optionsOf(args);
  argumentsFor(options); // before anything that takes time
  const end = Promise.race(["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => once(process, signal)));
  const crds = bare ? [] : await ourCrds();
  await ensureKubeServer();
  const { stop, ...server } = await step("Starting kube-apiserver", "2 to 10 seconds", () => startKubeServer(options));
  try {
    if (crds.length > 0) await step("Installing the Mizar and Arktos kinds", "3 seconds", () => installCrds(server, crds));
    process.stdout.write(shell ? `export KUBECONFIG='${server.kubeconfig}'\n` : `${JSON.stringify(server)}\n`);
    say(`Running; in another terminal:\n  export KUBECONFIG='${server.kubeconfig}'\n^C ends it`);
    await end;
  } finally {
    await stop();
  }
}
