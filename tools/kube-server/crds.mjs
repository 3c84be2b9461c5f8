// Kinds of custom resources put into a server, ready to be used.
import { setTimeout as sleep } from "node:timers/promises";
import { Stop } from "../lib/stop.mjs";
import { requestsTo } from "./request.mjs";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** The API server holds back every create of a custom resource for two seconds after its definition was accepted. */
const quarantine = 2_000;

const isEstablished = ({ status }) => status?.conditions?.some(({ type, status }) => type === "Established" && status === "True");

const pathOf = ({ spec: { group, versions, names } }) => `/apis/${group}/${versions.find(({ storage }) => storage).name}/${names.plural}`;

/** Asks every 20 ms; `works()` answers whether it is so. */
async function until(what, works) {
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(20)) if (await works()) return;
  throw new Stop(`${what} after 30 seconds`);
}

/**
 * Creates the definitions that the server does not have and waits until objects of their kinds can be listed and created without delay.
 *
 * @param server `{ url, token, ca }` as `startKubeServer` returns it; `ca` is the path of a file
 * @param crds manifests of apiextensions.k8s.io/v1
 */
export async function installCrds(server, crds) {
  const { send, close } = requestsTo(server);
  try {
    const created = await Promise.all(
      crds.map(async (crd) => {
        const { status, body } = await send({ method: "POST", path: definitions, body: crd });
        if (status === 201 || (status === 409 && body.reason === "AlreadyExists")) return status === 201;
        throw new Stop(`the server refused ${crd.metadata.name}: ${body.message ?? status}`);
      }),
    );
    for (const crd of crds) {
      await until(`${crd.metadata.name} is not established`, async () => {
        return isEstablished((await send({ path: `${definitions}/${crd.metadata.name}` })).body);
      });
      // 404 and then 429 "storage is (re)initializing" come before the first answer.
      await until(`${crd.metadata.name} is not served`, async () => (await send({ path: pathOf(crd) })).status === 200);
    }
    if (created.some(Boolean)) await sleep(quarantine);
  } finally {
    close();
  }
}
