import * as pulumi from "@pulumi/pulumi";
import { beforeEach, expect, test, vi } from "vitest";
import * as avi from "../../../../sdk/targets/avi";

/** The calls for functions and the resources, in their order. */
const seen: string[] = [];

pulumi.runtime.setMocks({
  newResource: ({ type, name, inputs }) => {
    seen.push(type.replace(/^.*k8s-lb[-:]/, ""));
    return { id: name, state: inputs };
  },
  call: ({ token }) => {
    seen.push(token);
    throw new Error(`unknown function ${token}`);
  },
});

beforeEach(() => void seen.splice(0));

const settings = { clusterName: "c1" };

/** Registers a component with all that it has. */
const registered = async (name: string) => {
  new avi.KubernetesCluster(name, { specs: [], settings });
  await vi.waitFor(() => expect(seen).toContain("avi:Inventory"));
};

test("the mocks of a unit test without a stack get no call", async () => {
  await registered("alone");
  expect(seen.filter((one) => one.endsWith(":start"))).toEqual([]);
});

test("a component calls the provider before its first resource, so that its process starts while the specs are translated", async () => {
  await pulumi.runtime.runInPulumiStack(() => registered("c"));
  const start = seen.indexOf("pulumi-nodejs:dynamic/k8s-lb-provider:start");
  expect(start).toBeGreaterThanOrEqual(0);
  expect(start).toBeLessThan(seen.indexOf("avi:Inventory"));
});
