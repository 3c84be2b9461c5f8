// Waits of a run on Mizar: for what, how long, and its words when that does not come.
import { describe, expect, test } from "vitest";
import { providerText } from "../../../provider";
import { Resource, type State } from "../lib/engine";
import { withValue } from "../lib/fields";
import type { Props } from "../lib/host";
import { fresh, type MizarSample, nameIn, OWNER, SAMPLES, vpcByHand } from "../lib/mizar-samples";
import { mizarWorld, pathOf, specOf, until, writesSeen } from "../lib/mizar-world";
import { created, expectQuiet, failing } from "../lib/world";

const world = mizarWorld({ MIZAR_PROVISION_TIMEOUT: "0.6", MIZAR_DELETE_TIMEOUT: "0.6" });
const sample = (kind: string) => SAMPLES.find((one) => one.kind === kind) as MizarSample;
const subnetOf = (vpc: string, more: Props = {}): Props => ({
  owner: OWNER,
  metadata: { name: fresh("net") },
  spec: { vpc, ip: "10.10.1.0", prefix: 24 },
  ...more,
});
const alive = async (kind: string, inputs: Props) =>
  world.api("GET", pathOf(kind, nameIn(inputs))).then(
    () => true,
    () => false,
  );

describe("provisioning", () => {
  test("that takes too long is reported with the operator's last reason, remembered, and waited for by the next run", async () => {
    const vpc = fresh("vpc");
    const inputs = subnetOf(vpc);
    const resource = new Resource(world.host, "mizar:Subnet");
    const failed = await failing(resource.up(inputs));
    expect(failed.message).toMatch(/LB2062: Subnet default\/net-\d+: is Init, not Provisioned after 0\.6 s/);
    expect(failed.message).toContain(`VPC ${vpc} not yet created`);
    expect(failed.partial?.reasons[0]).toContain("LB2062");
    expect(resource.state?.id).toBe(`default/${nameIn(inputs)}`);
    const spec = { ip: "10.10.0.0", prefix: "16", dividers: 1, status: "Init" };
    await world.api("POST", pathOf("Vpc"), { apiVersion: "mizar.com/v1", kind: "Vpc", metadata: { name: vpc }, spec });
    await until(async () => (await specOf(world, "Subnet", nameIn(inputs))).status === "Provisioned");
    world.proxy.calls.splice(0);
    expect(await resource.up(inputs)).toBe("updated");
    expect(writesSeen(world)).toEqual([]);
    await expectQuiet(resource, inputs);
  });

  test("an operator that does not run is said to be silent", async () => {
    await world.operator({ stall: ["Vpc"] });
    const inputs = await sample("Vpc").make(world);
    const resource = new Resource(world.host, "mizar:Vpc");
    const { message } = await failing(resource.up(inputs));
    expect(message).toMatch(/LB2062.*the operator has reported nothing about it: is it running\?/s);
    await world.operator();
    await until(async () => (await specOf(world, "Vpc", nameIn(inputs))).status === "Provisioned");
    await resource.up(inputs);
    await expectQuiet(resource, inputs);
  });

  test("a longer wait is the resource's own to ask for", async () => {
    await world.operator({ delayMs: 300 });
    const inputs = { ...(await sample("Vpc").make(world)), provisionTimeout: 20 };
    const resource = await created(world, "mizar:Vpc", inputs);
    expect(resource.state?.outs.status).toBe("Provisioned");
    await world.operator();
  });

  test("an object that the operator gave up is reported at once, in its words", async () => {
    const __provider = providerText("mizar:Vpc");
    // past the check, as a program with an unknown prefix would
    const inputs = {
      owner: OWNER,
      metadata: { name: fresh("vpc") },
      spec: { ip: "10.10.0.1", prefix: 16 },
      provisionTimeout: 3,
      __provider,
    };
    const failed = await failing(world.host.create(inputs));
    expect(failed.message).toMatch(/LB2063: Vpc default\/vpc-\d+: .*10\.10\.0\.1\/16 has host bits set/);
    expect(failed.partial?.id).toBe(`default/${inputs.metadata.name}`);
  });

  test("a Network is waited for where that is asked, and its failure is the controller's", async () => {
    await world.operator({ controllers: [] });
    const inputs = { ...(await sample("ArktosNetwork").make(world)), waitFor: "Ready" };
    const resource = new Resource(world.host, "mizar:ArktosNetwork");
    expect((await failing(resource.up(inputs))).message).toMatch(/LB2062.*is without a phase, not Ready/);
    const status = (phase: string, message: string) =>
      world.api("PATCH", `${pathOf("Network", nameIn(inputs))}/status`, { status: { phase, message } });
    await status("Failed", "vpc vpc-1 is not there");
    expect((await failing(resource.up(inputs))).message).toMatch(/LB2063.*the network has failed: vpc vpc-1 is not there/);
    await status("Ready", "DNS service IP allocated");
    expect(await resource.up(inputs)).toBe("updated");
    expect(resource.state?.outs.phase).toBe("Ready");
    await expectQuiet(resource, inputs);
    await world.operator();
  });

  test("a Service waits for its scaled endpoint and tells its address; unless it is told not to", async () => {
    const inputs = await sample("PlacedService").make(world);
    const resource = await created(world, "mizar:PlacedService", { ...inputs, provisionTimeout: 10 });
    const { endpoint, address } = (resource.state as State).outs as { endpoint: Props; address: string };
    expect(endpoint).toMatchObject({ name: `${nameIn(inputs)}-default`, type: "scaled", status: "Provisioned", ip: address });
    await world.operator({ stall: ["Endpoint"] });
    const other = await sample("PlacedService").make(world);
    expect((await failing(new Resource(world.host, "mizar:PlacedService").up(other))).message).toMatch(
      /LB2062.*has (no endpoint service-\d+-default yet|an endpoint service-\d+-default that is Init, not Provisioned)/,
    );
    await created(world, "mizar:PlacedService", { ...(await sample("PlacedService").make(world)), waitFor: "none" });
    await world.operator();
  });
});

test("a Pod waits for its endpoint where that is asked, and tells its address", async () => {
  const inputs = { ...(await sample("PlacedPod").make(world)), waitFor: "endpoint", provisionTimeout: 10 };
  const resource = await created(world, "mizar:PlacedPod", inputs);
  const { endpoint, address } = (resource.state as State).outs as { endpoint: Props; address: string };
  expect(endpoint).toMatchObject({ type: "simple", status: "Provisioned", ip: address, gateway: "10.10.1.1", prefix: "24" });
  await expectQuiet(resource, inputs);
});

describe("deletion", () => {
  test("a VPC with subnets stays until they are gone, and the error names them", async () => {
    const inputs = await sample("Vpc").make(world);
    const resource = await created(world, "mizar:Vpc", inputs);
    const net = await created(world, "mizar:Subnet", { ...subnetOf(nameIn(inputs)), provisionTimeout: 10 });
    const { message } = await failing(resource.destroy());
    expect(message).toMatch(/LB2005: Vpc default\/vpc-\d+: still in use by Subnet default\/net-\d+\n/);
    expect(message).toContain(`--delete Subnet/${String(net.state?.id)}`);
    net.state = { ...(net.state as NonNullable<typeof net.state>), outs: { ...net.state?.outs, deleteTimeout: 10 } };
    await net.destroy();
    await resource.destroy();
    expect(await alive("Vpc", inputs)).toBe(false);
  });

  test("a subnet with endpoints stays, and the error names them", async () => {
    const service = await sample("PlacedService").make(world);
    const made = await created(world, "mizar:PlacedService", { ...service, provisionTimeout: 10 });
    const net = String(((service.metadata as Props).annotations as Props)["mizar.com/subnet"]);
    const subnet = new Resource(world.host, "mizar:Subnet");
    await subnet.import(`default/${net}`);
    const { message } = await failing(subnet.destroy());
    expect(message).toContain(`LB2005: Subnet default/${net}: still in use by Service default/${nameIn(service)}`);
    await made.destroy();
  });

  describe("with today's operator, which never lets a subnet go", () => {
    test("the error says so and names the rescue", async () => {
      await world.operator({ mode: "head" });
      const inputs = { ...subnetOf(await vpcByHand(world)), provisionTimeout: 10 };
      const resource = await created(world, "mizar:Subnet", inputs);
      const { message } = await failing(resource.destroy());
      expect(message).toMatch(/LB2064.*(arktos issue 1287|endpoints are in the subnet).*forceFinalizerRemoval/s);
      expect(await alive("Subnet", inputs)).toBe(true);
    });

    test("forceFinalizerRemoval takes the finalizer away, other people's stay", async () => {
      await world.operator({ mode: "head" });
      const plain = { ...subnetOf(await vpcByHand(world)), provisionTimeout: 10 };
      const resource = await created(world, "mizar:Subnet", plain);
      const inputs = { ...plain, forceFinalizerRemoval: true };
      expect(await resource.up(inputs), "the state must know it before the delete").toBe("updated");
      expect(writesSeen(world)).toEqual([]);
      await resource.destroy();
      expect(await alive("Subnet", inputs)).toBe(false);

      const held = { ...subnetOf(await vpcByHand(world)), provisionTimeout: 10, forceFinalizerRemoval: true };
      const other = await created(world, "mizar:Subnet", held);
      const { metadata } = (await world.api("GET", pathOf("Subnet", nameIn(held)))) as { metadata: { finalizers: string[] } };
      await world.api("PATCH", pathOf("Subnet", nameIn(held)), {
        metadata: { finalizers: [...metadata.finalizers, "example.com/backup"] },
      });
      expect((await failing(other.destroy())).message).toMatch(/LB2064.*held by the finalizer example\.com\/backup/);
      await world.operator();
    });
  });

  test("a Network whose finalizer nothing takes away", async () => {
    const inputs = await sample("ArktosNetwork").make(world);
    const resource = await created(world, "mizar:ArktosNetwork", inputs);
    await world.api("PATCH", pathOf("Network", nameIn(inputs)), { metadata: { finalizers: ["arktos.futurewei.com/network"] } });
    expect((await failing(resource.destroy())).message).toMatch(/LB2064.*default Network a finalizer that nothing ever removes/s);
    await resource.refresh();
    expect((await failing(resource.up(withValue(inputs, "metadata.labels.team", "b")))).message).toContain("LB2065");
    const state = resource.state as NonNullable<typeof resource.state>;
    state.outs = { ...state.outs, forceFinalizerRemoval: true };
    await resource.destroy();
    expect(await alive("Network", inputs)).toBe(false);
  });
});
