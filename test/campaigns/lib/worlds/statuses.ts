import { startFaultProxy } from "../fault-proxy";
import type { CampaignWorld } from "../world";
import { aviWorld } from "./avi";
import { kubernetesWorld } from "./kubernetes";

const OF_THE_CLUSTER = /^\/(api\/?$|(api\/v1|apis|version)([/?]|$))/;

/** The cluster gives the next free one. */
const NODE_PORT = /(?<="nodePort":)\d+/g;

const PLURALS: { readonly [kind: string]: string } = { Service: "services", Endpoints: "endpoints", Ingress: "ingresses" };

interface Manifest {
  apiVersion: string;
  kind: string;
}

/**
 * An Avi controller and an API server behind one proxy, for a stack that writes statuses.
 *
 * @param objects of the namespace `default`, which the cluster has from the beginning
 */
export async function statusesWorld(objects: readonly Manifest[]): Promise<CampaignWorld> {
  const [avi, cluster] = await Promise.all([aviWorld(), kubernetesWorld()]);
  const front = await startFaultProxy((path) => (OF_THE_CLUSTER.test(path) ? cluster.front.url : avi.front.url));
  return {
    ...avi,
    front,
    environment: { ...avi.environment, ...cluster.environment, AVI_CONTROLLER: front.url },
    kubeconfig: String(cluster.kubeconfig).replaceAll(cluster.front.url, front.url),
    isLogin: (seen) => avi.isLogin(seen) || cluster.isLogin(seen),
    async reset() {
      await Promise.all([avi.reset(), cluster.reset()]);
      for (const object of objects) {
        const { apiVersion, kind } = object;
        const group = apiVersion.includes("/") ? "apis" : "api";
        await cluster.api("POST", `/${group}/${apiVersion}/namespaces/default/${PLURALS[kind]}`, object);
      }
    },
    settled: async () => void (await Promise.all([avi.settled(), cluster.settled()])),
    holds: async () => [...(await avi.holds()), ...(await cluster.holds())].map((line) => line.replace(NODE_PORT, "a node port")),
    async stop() {
      await front.close();
      await Promise.all([avi.stop(), cluster.stop()]);
    },
  };
}
