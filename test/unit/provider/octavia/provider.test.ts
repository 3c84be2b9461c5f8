import * as pulumi from "@pulumi/pulumi";
import { beforeAll, expect, test } from "vitest";
import { configSource } from "../../../../provider/lifecycle/config";
import { readSettings } from "../../../../provider/octavia/client/settings";
import { Provider } from "../../../../sdk/targets/octavia/resources/provider";

/** A secret is an envelope around its value. */
let inputs: { [key: string]: string | { value: string } };
const plain = (key: string) => {
  const value = inputs[key];
  return typeof value === "object" ? value.value : value;
};

beforeAll(() =>
  pulumi.runtime.setMocks({
    call: (args) => args.inputs,
    newResource: (args) => {
      inputs = args.inputs;
      return { id: `${args.name}-id`, state: args.inputs };
    },
  }),
);

test("an explicit provider holds texts that the client understands, in the two namespaces", async () => {
  const east = new Provider("east", {
    authUrl: "https://keystone/v3",
    userName: "ci",
    password: "secret-word",
    tenantName: "web",
    userDomainId: "d1",
    region: "East",
    endpointType: "internal",
    insecure: true,
    endpointOverrides: { image: pulumi.output("https://image/v2") },
    loadBalancerEndpoint: "https://lb/v2",
    apiVersion: "2.26",
    timeout: 30,
  });
  await new Promise((resolve) => east.urn.apply(resolve));
  expect(
    Object.keys(inputs)
      .filter((key) => key.startsWith("octavia:"))
      .sort(),
  ).toEqual(["octavia:apiVersion", "octavia:loadBalancerEndpoint", "octavia:timeout"]);
  expect(Object.keys(inputs).filter((key) => typeof inputs[key] === "object")).toEqual(["openstack:password"]);
  expect(inputs["openstack:endpointOverrides"]).toBe('{"image":"https://image/v2"}');
  expect(readSettings(configSource("octavia", { config: { get: plain } }, {}))).toMatchObject({
    authUrl: "https://keystone",
    region: "East",
    interface: "internal",
    insecure: true,
    endpoints: { "load-balancer": "https://lb" },
    apiVersion: { major: 2, minor: 26 },
    timeoutMs: 30_000,
    credentials: {
      method: "password",
      user: { name: "ci", domain: { id: "d1" } },
      password: "secret-word",
      project: { name: "web", domain: { id: "default" } },
    },
  });
});
