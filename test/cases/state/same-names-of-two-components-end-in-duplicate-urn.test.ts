import * as pulumi from "@pulumi/pulumi";
import { beforeEach, expect, test } from "vitest";
import * as avi from "../../../sdk/targets/avi";
import * as mizar from "../../../sdk/targets/mizar";
import * as octavia from "../../../sdk/targets/octavia";
import { recordResources } from "../../../sdk/testing";
import { endpoints, ingress, node, service } from "../../support/manifests";
import { vpc } from "../../support/mizar";
import { reported } from "../../support/reported";

// A URN holds the types of the parents and not their names. Two clusters with one Service `default/web` ended with "Duplicate resource URN",
// which names neither of the two components.

const resources = recordResources();
beforeEach(() => {
  resources.length = 0;
});

const web = [service("web", [80]), endpoints("web", ["1.1.1.1"], 8080), node("n1", "10.0.0.101")];
const shop = ingress({ name: "shop", rules: [{ host: "a.com", path: "/", service: "web" }] });
const vpcs = [vpc("vpc-1a", "10.10.0.0", 16)];

const TARGETS = {
  avi: (name: string, opts?: object) => new avi.KubernetesCluster(name, { specs: [...web, shop] as never }, opts),
  mizar: (name: string, opts?: object) => new mizar.KubernetesCluster(name, { specs: vpcs as never }, opts),
  octavia: (name: string, opts?: object) =>
    new octavia.KubernetesCluster(name, { specs: [...web, shop] as never, settings: { cluster_name: name, service_subnet_id: "s" } }, opts),
};
const targets = Object.entries(TARGETS);

/** Messages of a program that makes these components, as a run of Pulumi would end with them. */
async function failuresOf(program: () => void): Promise<string[]> {
  const { failures } = await reported(async () => {
    program();
    await new Promise((done) => setTimeout(done, 200));
    return {};
  });
  return [...failures].map((one) => (one instanceof Error ? one.message : String(one)));
}

/** The number of resources of this name. */
const made = (name: string) => resources.filter((one) => one.name === name).length;

test.each(targets)("%s: two components with resources of one name are refused, with both names and what to do", async (_, make) => {
  const failures = await failuresOf(() => {
    make("east");
    make("west");
  });
  expect(failures).toEqual([
    expect.stringMatching(/^LB1121: component west: the component east of this stack has resources of the same names: \w+:\w+ /),
  ]);
  expect(failures[0]).toContain("Manage each cluster in a stack of its own");
  expect(failures[0]).toContain('{ parent: new pulumi.ComponentResource("clusters:West", "west") }');
});

test.each(targets)("%s: a parent of another type keeps the two apart, as the remedy says", async (_, make) => {
  const failures = await failuresOf(() => {
    make("east");
    make("west", { parent: new pulumi.ComponentResource("clusters:West", "west") });
  });
  expect(failures).toEqual([]);
});

test("octavia: another cluster name alone does not change the URNs, so that a renamed cluster keeps its load balancers", async () => {
  await failuresOf(() => {
    TARGETS.octavia("east");
    TARGETS.octavia("west");
  });
  expect(made("default/web")).toBe(1);
});

test("avi: another clusterName keeps the two apart", async () => {
  const failures = await failuresOf(() => {
    for (const clusterName of ["blue", "green"])
      new avi.KubernetesCluster(clusterName, { specs: [...web, shop] as never, settings: { clusterName } });
  });
  expect(failures).toEqual([]);
});

test("components of other types, and those with other specs, have their resources beside each other", async () => {
  const settings = { service_subnet_id: "s" };
  const failures = await failuresOf(() => {
    TARGETS.octavia("east");
    new octavia.Service("web", { specs: web as never, settings });
    new octavia.Service("api", { specs: [service("api", [80]), endpoints("api", ["1.1.1.2"], 8080)] as never, settings });
  });
  expect(failures).toEqual([]);
  expect(made("default/web")).toBe(2);
});

test("the next program of a process that stays loaded has nothing claimed", async () => {
  expect(await failuresOf(() => void TARGETS.octavia("east"))).toEqual([]);
  expect(await failuresOf(() => void TARGETS.octavia("west"))).toEqual([]);
});
