import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type AviSandbox,
  type KubernetesSandbox,
  type OctaviaSandbox,
  startAviSandbox,
  startKubernetesSandbox,
  startOctaviaSandbox,
} from "../../../../sandbox/index";
import { openstackEnvironment } from "../../../../sandbox/octavia-sandbox";
import { identified } from "../../../support/identified";
import { aviConfig, runHere } from "../../../support/provider-here";
import { Resource, type State } from "../../lib/engine";
import type { Host, Props } from "../../lib/host";
import { MARK, small } from "../../lib/octavia-samples";
import { prepareSamples, SAMPLES } from "../../lib/samples";

// `pulumi state rename` gives a resource of the state another URN. Its outputs keep the one under which it was written last, and that is
// the URN of the resource that the program still declares: it is created, takes up the object, and the renamed one is deleted.

let avi: AviSandbox;
let octavia: OctaviaSandbox;
let cluster: KubernetesSandbox;

beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
  octavia = await startOctaviaSandbox({ provisioningMs: 5 });
  cluster = await startKubernetesSandbox({ https: false, operator: false });
  await prepareSamples();
}, 60_000);
afterAll(async () => {
  await Promise.all([avi.close(), octavia.close(), cluster.close()]);
});
type Hosts = () => Host;

const onAvi: Hosts = () => runHere(aviConfig(avi));
const onMizar: Hosts = () => runHere({ "kubernetes:kubeconfig": cluster.kubeconfig, "mizar:listCache": "0", "mizar:pollInterval": "5" });
const onOctavia: Hosts = () =>
  runHere({ "octavia:pollInterval": "5", "octavia:retryDelay": "1", "octavia:listCache": "0" }, openstackEnvironment(octavia));

const URN = "urn:pulumi:dev::shop::k8s-lb:avi:KubernetesCluster$pulumi-nodejs:dynamic/k8s-lb:Thing::web";

const withFloatingIp = (): Props => ({
  owner: MARK,
  loadBalancer: { ...(small().loadBalancer as Props), vip_subnet_id: octavia.subnetId },
  floatingIp: { floating_network_id: octavia.externalNetworkId, description: "web" },
});
const service: Props = {
  owner: MARK,
  metadata: { name: "web", namespace: "default" },
  spec: { ports: [{ name: "http", port: 80 }], selector: { app: "web" } },
  waitFor: "none",
};
const network: Props = { owner: MARK, metadata: { name: "blue" }, spec: { type: "mizar", vpcID: "vpc-1" } };

const sampleOf = (kind: string): [string, Hosts, () => Promise<Props>] => {
  const sample = SAMPLES.find((one) => one.kind === kind)!;
  const inputs = async () => {
    await sample.prepare?.({ avi, host: onAvi() });
    return sample.inputs();
  };
  return [kind, onAvi, inputs];
};

const CASES: [string, Hosts, () => Promise<Props>][] = [
  ["octavia:LoadBalancer", onOctavia, async () => withFloatingIp()],
  ["mizar:PlacedService", onMizar, async () => service],
  ["mizar:ArktosNetwork", onMizar, async () => network],
  ...["avi:Pool", "avi:L4VS", "avi:SniVS", "avi:SharedVS", "avi:PassthroughVS"].map(sampleOf),
];

interface RenameRun {
  resource(state?: State): Resource;
  read(state: State, urn: string): Promise<unknown>;
}

/** One run: its own provider process, and resources as its state has them. */
class RenamedStack {
  constructor(
    private readonly hosts: Hosts,
    private readonly kind: string,
  ) {}

  run(): RenameRun {
    const host = this.hosts();
    return {
      resource: (state) => {
        const resource = new Resource(host, this.kind);
        resource.state = structuredClone(state);
        return resource;
      },
      // `Resource.get` of a program: the engine knows nothing but what the program says
      read: ({ id, outs }, urn) => host.read(id, { __provider: outs.__provider, ...identified(urn) }),
    };
  }
}

beforeEach(() => avi.reset());

describe.each(CASES)("%s", (kind, hosts, prepared) => {
  test("stays, and goes with the resource that has it now", async () => {
    const inputs = { ...(await prepared()), ...identified(URN) };
    const stack = new RenamedStack(hosts, kind);
    const first = stack.run().resource();
    await first.up(inputs);
    const renamed = first.state;

    // the program knows the old name, the state the new one
    const up = stack.run();
    const successor = up.resource();
    await successor.up(inputs);
    await up.resource(renamed).destroy();
    await expectThere(stack, successor.state);

    // a run that was killed before the delete leaves both in the state
    const next = stack.run();
    const again = next.resource(successor.state);
    expect(await again.up(inputs)).toBe("same");
    await next.resource(renamed).destroy();
    await expectThere(stack, again.state);

    // one that is looked at first is the same one
    const destroy = stack.run();
    const last = destroy.resource(again.state);
    expect(await last.refresh()).toBe(true);
    await last.destroy();
    expect(await stack.run().resource(again.state).refresh()).toBe(false);
  });

  test("goes with its own replacement, and when nothing declares it", async () => {
    const inputs = { ...(await prepared()), ...identified(URN) };
    const stack = new RenamedStack(hosts, kind);
    const first = stack.run().resource();
    await first.up(inputs);
    // `pulumi up --replace`: the engine asks for no comparison
    const replace = stack.run();
    await replaced(hosts(), first, inputs);
    await expectThere(stack, first.state);
    const gone = replace.resource(first.state);
    await gone.destroy();
    expect(await stack.run().resource(first.state).refresh()).toBe(false);
  });
});

async function expectThere(stack: RenamedStack, state: State | undefined): Promise<void> {
  expect(await stack.run().resource(state).refresh()).toBe(true);
}

/** check, delete, create. */
async function replaced(host: Host, resource: Resource, inputs: Props): Promise<void> {
  const old = resource.state!;
  const before = new Resource(host, resource.kind);
  before.state = old;
  await host.check({}, { ...inputs, __provider: old.outs.__provider });
  await before.destroy();
  const { id, outs } = await host.create({ ...inputs, __provider: old.outs.__provider });
  expect(JSON.stringify(outs.uuids ?? outs.uid ?? id)).not.toBe(JSON.stringify(old.outs.uuids ?? old.outs.uid ?? old.id));
  resource.state = { id, outs, inputs };
}

test("what the program reads by its id stays when its resource goes", async () => {
  const inputs = { ...withFloatingIp(), ...identified(URN) };
  const stack = new RenamedStack(onOctavia, "octavia:LoadBalancer");
  const first = stack.run().resource();
  await first.up(inputs);
  const up = stack.run();
  const other = { ...(withFloatingIp().loadBalancer as Props), name: "default/other" };
  await up.resource().up({ ...withFloatingIp(), loadBalancer: other, ...identified(`${URN}-other`) });
  await up.read(first.state!, `${URN}-read`);
  await up.resource(first.state).destroy();
  await expectThere(stack, first.state);
});
