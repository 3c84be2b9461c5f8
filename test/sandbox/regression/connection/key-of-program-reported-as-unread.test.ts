import { expect, test } from "vitest";
import { CONTACT as AVI } from "../../../../provider/avi/contact";
import { dynamicProvider } from "../../../../provider/lifecycle/dynamic";
import type { ResourceHandler } from "../../../../provider/lifecycle/handler";
import { unknownSettings, unknownSettingsNotice } from "../../../../provider/lifecycle/preview/config-keys";
import { CONTACT as OCTAVIA } from "../../../../provider/octavia/contact";
import { IDENTITY, identityText } from "../../../../resources/identity";

// The keys of a project are in the namespace of its name. The example `octavia` reads octavia:subnetId, and its first run said that nothing does.

const messages = ({ keys: known }: typeof AVI, project: string | undefined, ...keys: string[]) =>
  unknownSettingsNotice(unknownSettings(known, { get: () => undefined, keys: () => keys }), project)?.split("\n")[0];

test("keys in the namespace of the project are the program's, whatever they are called", () => {
  expect(messages(OCTAVIA, "octavia", "octavia:subnetId", "octavia:floatingNetworkId")).toBeUndefined();
  expect(messages(OCTAVIA, "openstack", "openstack:flavour")).toBeUndefined();
  // near to avi:tenant, and nobody knows whether the program reads it
  expect(messages(AVI, "avi", "avi:tenants")).toBeUndefined();
});

test("in all other namespaces of the target a key that nothing reads is told", () => {
  const notice = "LB2078: octavia:subnetId is set and not read";
  expect(messages(OCTAVIA, "octavia-kuryr", "octavia:subnetId", "octavia-kuryr:subnetId")).toBe(notice);
  expect(messages(OCTAVIA, "shop", "octavia:subnetId")).toBe(notice);
  expect(messages(OCTAVIA, undefined, "octavia:subnetId")).toBe(notice);
  expect(messages(OCTAVIA, "octavia", "octavia:subnetId", "openstack:flavour")).toBe("LB2078: openstack:flavour is set and not read");
});

test("a slip in the project's own namespace is still named beside a connection that cannot work", () => {
  const known = { get: () => undefined, keys: () => ["avi:controler"] };
  expect(unknownSettings(AVI.keys, known)).toEqual([{ given: "avi:controler", meant: "avi:controller" }]);
});

test("a resource tells its project by its URN", async () => {
  const projects: (string | undefined)[] = [];
  const kind = {
    ...{ name: "avi:Inventory", namespace: "avi", fields: {} },
    inspect(ctx: { project?: string }) {
      projects.push(ctx.project);
      return Promise.resolve([]);
    },
  } as unknown as ResourceHandler;
  const urn = "urn:pulumi:dev::octavia::k8s-lb:octavia:KubernetesCluster$pulumi-nodejs:dynamic/k8s-lb-octavia:Inventory::main-inventory";
  const provider = dynamicProvider(kind);
  await provider.check({}, { names: [], [IDENTITY]: identityText(urn) });
  await provider.check({}, { names: [] });
  expect(projects).toEqual(["octavia", undefined]);
});
