import { describe, expect, it } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { aviObjects } from "../../../sdk/targets/avi/objects";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { openShiftRoute, served } from "../../support/manifests";
import { onAvi } from "../../support/requests";

function translated(policy: string | undefined, settings = {}) {
  const tls = { termination: "passthrough", insecureEdgeTerminationPolicy: policy };
  const route = openShiftRoute("pass", { host: "a.com", path: "/foo", to: { kind: "Service", name: "web", weight: 30 }, tls });
  const plan = translateToAvi(readSpecs([...served("web", 1), route].map((value) => ({ value }))), {
    settings: { clusterName: "c", ...settings },
  });
  return { objects: aviObjects(plan).objects, codes: plan.statuses.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code)) };
}

const names = (objects: readonly { name: string }[] = []) => objects.map(({ name }) => name);

describe("clear text of a passthrough Route", () => {
  it.each([["ako-1.2"], ["ako-2"]])("with policy Allow is served by a shared virtual service, as AKO has it (%s)", (naming) => {
    const { objects, codes } = translated("Allow", { naming, shardVSSize: "SMALL" });
    expect(names(objects.virtualservice)).toEqual(["c--Shared-L7-0", "c--Shared-Passthrough-0"]);
    expect(names(objects.pool)).toEqual(["c--a.com-web", "c--a.com_foo-default-pass-web"]);
    expect(objects.poolgroup?.[0]).toMatchObject({ name: "c--Shared-L7-0", members: [{ priority_label: "a.com/foo", ratio: 30 }] });
    expect(onAvi(objects, "clear", "a.com", "/foo")).toEqual(["c--a.com_foo-default-pass-web"]);
    expect(objects.vsvip).toMatchObject([{ dns_info: [{ fqdn: "a.com" }] }, { dns_info: [{ fqdn: "a.com" }] }]);
    expect(codes).toContain("LB1302");
  });

  it("keeps the two apart under namespace shards", () => {
    const { objects } = translated("Allow", { l7ShardingScheme: "namespace" });
    expect(names(objects.pool)).toEqual(["c--a.com-web", "c--a.com_foo-default-pass-web"]);
  });

  it.each([undefined, "None"])("is nobody's with policy %s", (policy) => {
    expect(names(translated(policy).objects.virtualservice)).toEqual(["c--Shared-Passthrough-0"]);
  });
});
