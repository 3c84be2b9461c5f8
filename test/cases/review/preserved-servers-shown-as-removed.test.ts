import { describe, expect, it } from "vitest";
import { changesBetween, type Objects } from "../../../sdk/cli/diff/changes";
import { withPreservedServers } from "../../../sdk/cli/diff/preserved-servers";
import { readSpecs } from "../../../sdk/frontends";
import { TARGETS, type TargetName } from "../../../sdk/targets";
import { endpoints, ingressV1, service } from "../../support/manifests";

// Tables and pages of `diff` struck out the servers of pools that keep them, because the later files have no Endpoints.

const SETTINGS = {
  avi: { clusterName: "c1", defaultIngController: true },
  octavia: { cluster_name: "c1", service_subnet_id: "4f6c1c1e-1111-4111-8111-111111111111" },
} as const;

const pathTo = (name: string, path: string) => ingressV1(`i-${name}`, [{ host: "shop.example.com", path, service: name }]);
const PORTS = [{ port: 80, targetPort: 8080 }];
const OBJECTS = [service("web", PORTS), service("api", PORTS), pathTo("web", "/"), pathTo("api", "/api")];
const SERVERS = [endpoints("web", ["10.1.1.1", "10.1.1.2"], 8080), endpoints("api", ["10.1.2.1"], 8080)];

function rowsFrom(to: TargetName, before: object[], after: object[]): string[] {
  const target = TARGETS[to];
  const planOf = (objects: object[]) =>
    target.translate(readSpecs(objects.map((value) => ({ value }))), { settings: SETTINGS[to as "avi" | "octavia"] });
  const earlier = planOf(before);
  const objectsOf = (plan: typeof earlier): Objects => JSON.parse(JSON.stringify(target.objects(plan).objects));
  const later = withPreservedServers(planOf(after), earlier);
  return changesBetween(objectsOf(earlier), objectsOf(later), {}).map(({ change, type, name, field = "" }) =>
    `${change} ${type} ${name} ${field}`.trim(),
  );
}

describe.each(["avi", "octavia"] as const)("%s", (to) => {
  it("shows no difference where only Endpoints are missing", () => {
    expect(rowsFrom(to, [...OBJECTS, ...SERVERS], [...OBJECTS, ...SERVERS])).toEqual([]);
    expect(rowsFrom(to, [...OBJECTS, ...SERVERS], OBJECTS)).toEqual([]);
  });

  it("shows servers that Endpoints without addresses take away", () => {
    const none = SERVERS.map((one) => ({ ...one, subsets: [] }));
    expect(rowsFrom(to, [...OBJECTS, ...SERVERS], [...OBJECTS, ...none]).length).toBeGreaterThan(0);
  });

  it("shows pools that go", () => {
    expect(rowsFrom(to, [...OBJECTS, ...SERVERS], OBJECTS.slice(0, 3)).join("\n")).toMatch(/pool/);
  });
});
