import { describe, expect, it } from "vitest";
import { parseManifests, readSpecs, translateToAvi, translateToOctavia } from "../../../../sdk";
import { changesBetween, type Objects } from "../../../../sdk/cli/diff/changes";
import { objectsInState, planInState, withoutAdded } from "../../../../sdk/cli/state-plan";
import { TARGETS } from "../../../../sdk/targets";
import { aviObjects } from "../../../../sdk/targets/avi/objects";
import { octaviaObjects } from "../../../../sdk/targets/octavia/plan";
import { plannedResources } from "../../../support/planned";
import { STATE_FORMS } from "../../../support/state-forms";

const specs = (addresses: readonly string[], port = 80) => {
  const text = `
apiVersion: v1
kind: Service
metadata: { name: web }
spec: { type: LoadBalancer, clusterIP: 10.0.0.9, ports: [{ port: ${port}, name: http }] }
---
apiVersion: v1
kind: Endpoints
metadata: { name: web }
subsets: [{ addresses: [${addresses.map((ip) => `{ ip: ${ip} }`)}], ports: [{ port: 8080, name: http }] }]
`;
  const { objects, diagnostics } = parseManifests(text, "web.yaml");
  return readSpecs(objects, diagnostics);
};
const onAvi = (...given: Parameters<typeof specs>) => aviObjects(translateToAvi(specs(...given)));
const plain = (objects: object): Objects => JSON.parse(JSON.stringify(objects));

describe("changes between two translations", () => {
  it("are none for the same servers in another order, or for the same specs", () => {
    const [one, other] = [onAvi(["10.0.0.1", "10.0.0.2"]), onAvi(["10.0.0.2", "10.0.0.1"])];
    expect(changesBetween(plain(one.objects), plain(other.objects), one.owners)).toEqual([]);
  });

  it("name the server that came and the one that went, and the specs they are of", () => {
    const [one, other] = [onAvi(["10.0.0.1", "10.0.0.2"]), onAvi(["10.0.0.1", "10.0.0.3"])];
    const changes = changesBetween(plain(one.objects), plain(other.objects), other.owners);
    expect(changes.map(({ change, type, name, field, owners }) => [change, type, name, field, owners])).toEqual([
      ["changed", "pool", "cluster--default-web-80", "servers[10.0.0.2:8080]", ["Service/default/web"]],
      ["changed", "pool", "cluster--default-web-80", "servers[10.0.0.3:8080]", ["Service/default/web"]],
    ]);
    expect(changes.map(({ was, is }) => [was !== undefined, is !== undefined])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it("tell an object that is new from one that has gone, on any target", () => {
    const before = onAvi(["10.0.0.1"]);
    const after = onAvi(["10.0.0.1"], 81);
    const pools = changesBetween(plain(before.objects), plain(after.objects), {}).filter(({ type }) => type === "pool");
    expect(pools.map(({ change, name }) => `${change} ${name}`)).toEqual([
      "removed cluster--default-web-80",
      "added cluster--default-web-81",
    ]);
    const octavia = (...given: Parameters<typeof specs>) =>
      plain(octaviaObjects(translateToOctavia(specs(...given), { settings: { service_subnet_id: "s" } })).objects);
    const [change, ...more] = changesBetween(octavia(["10.0.0.1"]), octavia(["10.0.0.2"]), {});
    expect([change?.type, change?.field]).toEqual([
      "loadbalancers",
      expect.stringMatching(/^listeners\[.*\]\.default_pool\.members\[10\.0\.0\.1:8080\]$/),
    ]);
    expect(more).toHaveLength(1);
  });
});

describe("a state", () => {
  it.each(STATE_FORMS)("of %s resources holds what a translation says, whosever the objects are and wherever they live", (_, prefix) => {
    const plan = translateToAvi(specs(["10.0.0.1"]));
    const resources = plannedResources(plan).map(({ kind, name, inputs }) => ({
      type: `${prefix}${kind}`,
      urn: `urn:pulumi:dev::shop::${prefix}${kind}::${name}`,
      id: name,
      inputs: JSON.parse(
        JSON.stringify(inputs).replaceAll('"name":', '"created_by":"pulumi-k8s-lb:p/s/c","tenant_ref":"/api/tenant?name=t","name":'),
      ),
    }));
    const held = objectsInState(
      planInState({ resources: [...resources, { type: "kubernetes:core/v1:Service", inputs: { name: "x" } }] }, TARGETS.avi),
    );
    const { objects, owners } = aviObjects(plan);
    expect(changesBetween(held, withoutAdded(plain(objects), TARGETS.avi.balancer?.state.added ?? []), owners)).toEqual([]);
    const moved = changesBetween(held, withoutAdded(plain(onAvi(["10.0.0.2"]).objects), TARGETS.avi.balancer?.state.added ?? []), owners);
    expect(moved.map(({ field }) => field)).toEqual(["servers[10.0.0.1:8080]", "servers[10.0.0.2:8080]"]);
  });
});
