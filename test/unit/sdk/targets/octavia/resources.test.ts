import * as pulumi from "@pulumi/pulumi";
import { beforeAll, expect, test } from "vitest";
import { identityIn } from "../../../../../resources/identity";
import * as octavia from "../../../../../sdk/targets/octavia";

const registered: { type: string; inputs: { [key: string]: unknown } }[] = [];

beforeAll(async () => {
  await pulumi.runtime.setMocks(
    {
      call: (args) => args.inputs,
      newResource: (args) => {
        registered.push({ type: args.type, inputs: args.inputs });
        return { id: `${args.name}-id`, state: { ...args.inputs, address: "203.0.113.7" } };
      },
    },
    "shop",
    "dev",
    false,
  );
});

const value = <T>(output: pulumi.Output<T>) => new Promise<T>((resolve) => output.apply(resolve));

test("each class registers its kind with the constant code and its own URN", async () => {
  const args = { owner: "pulumi-k8s-lb:shop/dev/c1", loadBalancer: { name: "web", vip_subnet_id: "s" } };
  const made = [new octavia.LoadBalancer("web", args), new octavia.Inventory("inventory", { names: [] })];
  for (const [index, kind] of ["LoadBalancer", "Inventory"].entries()) {
    const urn = await value((made[index] as pulumi.Resource).urn);
    const inputs = registered.find(({ type }) => type === `pulumi-nodejs:dynamic/k8s-lb-octavia:${kind}`)?.inputs;
    expect(inputs?.__provider).toBe(`exports.handler=()=>require("pulumi-k8s-lb/provider").v1("octavia:${kind}")`);
    expect(identityIn(inputs ?? {}).urn).toBe(urn);
  }
  expect(await value((made[0] as octavia.LoadBalancer).address)).toBe("203.0.113.7");
});

test("private keys are secrets, also when the program forgot to say so", async () => {
  const secret = { name: "a", certificate: "public", key: "private" };
  const declared = { owner: "o", loadBalancer: { name: "web" } };
  for (const [index, secrets] of [[secret], pulumi.output([secret]), [pulumi.output(secret)]].entries()) {
    const made = new octavia.LoadBalancer(`secret-${index}`, { ...declared, secrets });
    expect(await pulumi.isSecret((made as unknown as { secrets: pulumi.Output<unknown> }).secrets), String(index)).toBe(true);
  }
});
