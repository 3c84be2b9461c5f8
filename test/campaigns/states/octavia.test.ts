import { afterAll, beforeAll } from "vitest";
import { connect } from "../../../provider/octavia/client";
import { type OctaviaSandbox, startOctaviaSandbox } from "../../../sandbox/index";
import { openstackEnvironment } from "../../../sandbox/octavia-sandbox";
import type { Props } from "../../sandbox/lib/host";
import { small } from "../../sandbox/lib/octavia-samples";
import { runHere } from "../../support/provider-here";
import { campaign } from "../lib/campaign";
import { type Ground, sequenceCases } from "./sequence";

let cloud: OctaviaSandbox;
beforeAll(async () => {
  cloud = await startOctaviaSandbox({ provisioningMs: 1 });
}, 60_000);
afterAll(() => cloud.close());

const env = () => ({ ...openstackEnvironment(cloud), OCTAVIA_POLL_INTERVAL: "2", OCTAVIA_RETRY_DELAY: "1", OCTAVIA_LIST_CACHE: "0" });
const body = (name: string): Props => ({ ...(small().loadBalancer as Props), name, vip_subnet_id: cloud.subnetId });
const floatingIp = (description: string) => ({ floating_network_id: cloud.externalNetworkId, description });

const ground = (): Ground => {
  const { octavia, network } = connect({ get: () => undefined, explicit: () => undefined, env: env() });
  const lists = async (): Promise<Props[]> => [
    ...(await octavia.list("/v2/lbaas/loadbalancers", "loadbalancers")),
    ...(await network.list("/v2.0/floatingips", "floatingips")),
  ];
  return {
    reset: async () => cloud.reset(),
    run: () => runHere({}, env()),
    program: (stack, owner) =>
      [0, 1, 2].map((index) => ({
        kind: "octavia:LoadBalancer",
        inputs: {
          owner,
          loadBalancer: body(`${stack}/web-${index}`),
          ...(index < 2 ? { floatingIp: floatingIp(`${stack} ${index}`) } : {}),
        },
      })),
    changed: (inputs, _kind, draw) => ({ ...inputs, loadBalancer: { ...(inputs.loadBalancer as Props), description: `change ${draw}` } }),
    async strangers() {
      await octavia.post("/v2/lbaas/loadbalancers", { loadbalancer: { name: "dev/web-9", vip_subnet_id: cloud.subnetId } });
      await network.post("/v2.0/floatingips", { floatingip: { floating_network_id: cloud.externalNetworkId } });
    },
    marks: async () => new Map((await lists()).map(({ id, tags, description }) => [String(id), markIn(`${tags} ${description}`)])),
    held: ({ state: { id, outs } }) => [id, outs.floatingIpId].filter((one) => one !== undefined).map(String),
  };
};

const markIn = (text: string): string => /pulumi-k8s-lb:[^\],]*/.exec(text)?.[0] ?? "";

campaign("states on Octavia", sequenceCases(ground, "Octavia", 2_000), { sample: 45, limitMs: 60_000 });
