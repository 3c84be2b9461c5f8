import { describe, expect, it } from "vitest";
import { readSpecs } from "../../../../../sdk/frontends";
import { serverNameScript } from "../../../../../sdk/targets/avi/lower/data-scripts";
import { aviObjects } from "../../../../../sdk/targets/avi/objects";
import { translateToAvi } from "../../../../../sdk/targets/avi/translate";
import { endpoints, service } from "../../../../support/manifests";
import { CERTIFICATE, PRIVATE_KEY } from "../../../../support/pem";
import { passthroughVs } from "../../../../support/planned";

const translate = (objects: unknown[], settings: Record<string, unknown> = {}, dedicated?: string) => {
  const plan = translateToAvi(readSpecs(objects.map((value) => ({ value }))), { settings, dedicated });
  return { ...aviObjects(plan), statuses: plan.statuses, plan };
};
const names = (bodies: { name: string }[] | undefined) => bodies?.map(({ name }) => name) ?? [];
const codes = (statuses: { diagnostics: { code: string }[] }[]) => statuses.map(({ diagnostics }) => diagnostics.map(({ code }) => code));

const web = [service("web", [443]), endpoints("web", ["1.1.1.1"], 8443)];
const route = (name: string, host: string, spec: object = {}, namespace = "default") => ({
  apiVersion: "route.openshift.io/v1",
  kind: "Route",
  metadata: { name, namespace },
  spec: { host, to: { kind: "Service", name: "web" }, tls: { termination: "passthrough" }, ...spec },
});
const redirecting = { tls: { termination: "passthrough", insecureEdgeTerminationPolicy: "Redirect" } };
const edge = { tls: { termination: "edge", certificate: CERTIFICATE, key: PRIVATE_KEY } };

describe("passthrough shards", () => {
  it("gathers the hosts of one shard in its script and at its address, and makes no shared virtual service for them", () => {
    const { objects, plan } = translate([...web, route("b", "foo.com"), route("a", "bar.com")]);
    expect(names(objects.virtualservice)).toEqual(["cluster--Shared-Passthrough-0"]);
    expect(names(objects.pool)).toEqual(["cluster--bar.com-web", "cluster--foo.com-web"]);
    expect(objects.vsdatascriptset?.[0]?.pool_group_refs).toEqual([
      "/api/poolgroup?name=cluster--bar.com",
      "/api/poolgroup?name=cluster--foo.com",
    ]);
    expect(objects.vsvip?.[0]?.dns_info).toEqual([{ fqdn: "bar.com" }, { fqdn: "foo.com" }]);
    expect(passthroughVs(plan)[0]?.owners).toHaveLength(2);
  });

  it.each([
    ["LARGE", ["cluster--Shared-Passthrough-3", "cluster--Shared-Passthrough-7"]],
    ["MEDIUM", ["cluster--Shared-Passthrough-3"]],
    ["SMALL", ["cluster--Shared-Passthrough-0"]],
  ])("has its own number of shards: %s", (passthroughShardSize, expected) => {
    const hosts = [route("a", "foo.org"), route("b", "xyz.com")];
    expect(names(translate([...web, ...hosts], { passthroughShardSize, shardVSSize: "SMALL" }).objects.virtualservice)).toEqual(expected);
  });

  it("goes by host under namespace shards too, and one host has one owner there", () => {
    const other = [service("web", [443], "ClusterIP", "red"), endpoints("web", ["2.2.2.2"], 8443, "red")];
    const routes = [route("a", "foo.com", redirecting), route("a", "foo.com", {}, "red")];
    const { objects, statuses } = translate([...web, ...other, ...routes], { l7ShardingScheme: "namespace", shardVSSize: "LARGE" });
    expect(names(objects.virtualservice)).toEqual(["cluster--Shared-Passthrough-0", "cluster--Shared-Passthrough-0-insecure"]);
    expect(names(objects.poolgroup)).toEqual(["cluster--foo.com"]);
    expect(codes(statuses)).toEqual([[], ["LB1203"]]);
  });

  it("gives a single Route a virtual service of its own", () => {
    const { objects } = translate([...web, route("a", "foo.com", redirecting)], { passthroughShardSize: "LARGE" }, "default-a");
    expect(names(objects.virtualservice)).toEqual([
      "cluster--Dedicated-Passthrough-default-a",
      "cluster--Dedicated-Passthrough-default-a-insecure",
    ]);
  });
});

describe("a passthrough Route", () => {
  it("has a pool per Service, with the weights as ratios", () => {
    const spec = { to: { name: "web", weight: 0 }, alternateBackends: [{ kind: "Service", name: "new", weight: 20 }] };
    const { objects, statuses } = translate([...web, route("a", "foo.com", spec)]);
    expect(objects.poolgroup?.[0]?.members).toEqual([
      { pool_ref: "/api/pool?name=cluster--foo.com-web", ratio: 0 },
      { pool_ref: "/api/pool?name=cluster--foo.com-new", ratio: 20 },
    ]);
    expect(codes(statuses)).toEqual([["LB1101"]]);
  });

  it("redirects only its own clear text, on port 80 of the same address", () => {
    const { objects } = translate([...web, route("a", "foo.com", redirecting), route("b", "bar.com")]);
    const [vs, insecure] = objects.virtualservice ?? [];
    expect(insecure).toMatchObject({ services: [{ port: 80 }], vsvip_ref: vs?.vsvip_ref });
    expect(objects.httppolicyset).toMatchObject([
      { http_request_policy: { rules: [{ match: { host_hdr: { value: ["foo.com"] } }, redirect_action: { port: 443 } }] } },
    ]);
  });

  it("says that its path is not used", () => {
    const { objects, statuses } = translate([...web, route("a", "foo.com", { path: "/x" })]);
    expect(names(objects.pool)).toEqual(["cluster--foo.com-web"]);
    expect(codes(statuses)).toEqual([["LB1302"]]);
  });

  it("leaves clear text of its host to another Route, on a shared virtual service", () => {
    const { objects, statuses } = translate([...web, route("a", "foo.com"), route("b", "foo.com", { tls: undefined })]);
    expect(names(objects.virtualservice)).toEqual(["cluster--Shared-L7-0", "cluster--Shared-Passthrough-0"]);
    expect(statuses.map(({ state }) => state)).toEqual(["ready", "ready"]);
  });

  it.each([
    ["loses", "z", ["cluster--Shared-L7-0", "cluster--foo.com"]],
    ["wins", "a", ["cluster--Shared-L7-0", "cluster--Shared-Passthrough-0", "cluster--Shared-Passthrough-0-insecure"]],
  ])("%s the TLS port of its host whole", (_outcome, name, expected) => {
    const { objects, statuses } = translate([...web, route(name, "foo.com", redirecting), route("m", "foo.com", edge)]);
    expect(names(objects.virtualservice)).toEqual(expected);
    expect(codes(statuses).flat()).toEqual(expect.arrayContaining(["LB1203"]));
    expect(objects.httppolicyset?.filter((policy) => policy.name === "cluster--Shared-L7-0")).toEqual([]);
  });
});

describe("the data script", () => {
  const script = serverNameScript(new Map([["FOO.com", "c--FOO.com"]]));

  it("finds the pool group of a host without case, and closes what has none", () => {
    expect(script).toContain('["foo.com"] = "c--FOO.com"');
    expect(script).toContain("if group then avi.poolgroup.select(group) else avi.vs.close_conn() end");
  });

  it("keeps texts from ending early", () => {
    expect(serverNameScript(new Map([['a"]=1 --', "\\"]]))).toContain('["a\\"]=1 --"] = "\\\\"');
  });
});
