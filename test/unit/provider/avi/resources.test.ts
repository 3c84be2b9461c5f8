import * as pulumi from "@pulumi/pulumi";
import { beforeAll, expect, test } from "vitest";
import { identityIn } from "../../../../resources/identity";
import * as avi from "../../../../sdk/targets/avi";

interface Registered {
  type: string;
  name: string;
  id?: string;
  inputs: { [key: string]: unknown };
}

const registered: Registered[] = [];

beforeAll(async () => {
  await pulumi.runtime.setMocks(
    {
      call: (args) => args.inputs,
      newResource: (args) => {
        registered.push({ type: args.type, name: args.name, id: args.id, inputs: args.inputs });
        if (args.name === "bare") return { id: "bare", state: args.inputs };
        return { id: `${args.name}-id`, state: { ...args.inputs, vip: "10.250.0.10", fqdns: [], uuids: {} } };
      },
    },
    "shop",
    "dev",
    false,
  );
});

const body = (name: string) => ({ name });
const value = <T>(output: pulumi.Output<T>) => new Promise<T>((resolve) => output.apply(resolve));

test("each class registers its kind with the constant code and its own URN", async () => {
  const owner = "pulumi-k8s-lb:shop/dev/c1";
  const made = [
    new avi.Pool("pool", { owner, pool: body("web") }),
    new avi.SharedVS("shared", { owner, vsVip: body("s"), poolGroup: body("s"), dataScriptSet: body("s"), virtualService: body("s") }),
    new avi.SniVS("sni", { owner, poolGroups: [body("a")], policies: [body("a")], virtualService: body("a") }),
    new avi.PassthroughVS("pass", {
      owner,
      vsVip: body("p"),
      poolGroups: [body("p")],
      dataScriptSet: body("p"),
      virtualService: body("p"),
    }),
    new avi.Certificate("certificate", { owner, certificate: { name: "certificate", certificate: { certificate: "PEM" } } }),
    new avi.GatewayVS("edge", { owner, vsVip: body("g"), poolGroups: [] }),
    new avi.DedicatedVS("apart", { owner, vsVip: body("d"), poolGroups: [], policies: [], virtualService: body("d") }),
    new avi.L4VS("l4", { owner, vsVip: body("l"), poolGroups: [body("l")], virtualService: body("l") }),
    new avi.StaticRoutes("routes", { owner, clusterName: "c1", vrfContext: "global", cloud: "Default-Cloud", routes: [] }),
    new avi.Inventory("inventory", { names: [] }),
  ];
  await Promise.all(made.map((resource) => value(resource.urn)));
  expect(registered.map(({ type }) => type).sort()).toEqual(
    ["Certificate", "DedicatedVS", "GatewayVS", "Inventory", "L4VS", "PassthroughVS", "Pool", "SharedVS", "SniVS", "StaticRoutes"].map(
      (kind) => `pulumi-nodejs:dynamic/k8s-lb-avi:${kind}`,
    ),
  );
  for (const resource of made) {
    const urn = await value(resource.urn);
    const { inputs, type } = registered.find(({ type }) => urn.includes(type)) as Registered;
    expect(inputs.__provider).toBe(`exports.handler=()=>require("pulumi-k8s-lb/provider").v1("avi:${type.split(":").at(-1)}")`);
    expect(identityIn(inputs).urn).toBe(urn);
  }
  expect(await value((made[1] as InstanceType<typeof avi.SharedVS>).vip)).toBe("10.250.0.10");
});

test("an explicit provider holds texts, its password as a secret", async () => {
  const east = new avi.Provider("east", {
    controller: "avi-east",
    username: "ci",
    password: "secret-password",
    insecure: false,
    rateLimit: 10,
  });
  await value(east.urn);
  const { inputs, type } = registered.at(-1) as Registered;
  expect(type).toBe("pulumi:providers:pulumi-nodejs");
  expect(inputs).toMatchObject({ "avi:controller": "avi-east", "avi:username": "ci", "avi:insecure": "false", "avi:rateLimit": "10" });
});

test("get reads without managing", async () => {
  const found = avi.Pool.get("existing", "admin/web");
  await value(found.urn);
  expect(registered.at(-1)).toMatchObject({ name: "existing", id: "admin/web" });
});

test("outputs are never undefined with mocks that give back inputs alone", async () => {
  const bare = new avi.SharedVS("bare", { vsVip: body("b"), virtualService: body("b") });
  expect([await value(bare.vip), await value(bare.fqdns), await value(bare.uuids)]).toEqual(["", [], {}]);
});
