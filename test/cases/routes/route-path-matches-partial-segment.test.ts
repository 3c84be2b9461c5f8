import { describe, expect, it } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { aviObjects } from "../../../sdk/targets/avi/objects";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { octaviaObjects } from "../../../sdk/targets/octavia/plan";
import { translateToOctavia } from "../../../sdk/targets/octavia/translate";
import { openShiftRoute, served } from "../../support/manifests";
import { CERTIFICATE, PRIVATE_KEY } from "../../support/pem";
import { onAvi, onOctavia } from "../../support/requests";

const specsOf = (...objects: unknown[]) => readSpecs([...served("web", 1), ...served("api", 2), ...objects].map((value) => ({ value })));
const foo = openShiftRoute("foo", { host: "a.com", path: "/foo", to: { kind: "Service", name: "web" } });
const all = openShiftRoute("all", { host: "a.com", to: { kind: "Service", name: "api" } });

describe("the path of an OpenShift Route", () => {
  it("matches whole segments on Octavia", () => {
    const plan = translateToOctavia(specsOf(foo, all), { settings: { service_subnet_id: "s" }, hostsOnly: true });
    const balancer = octaviaObjects(plan).objects.loadbalancers?.[0];
    const at = (path: string) => onOctavia(balancer, "clear", "a.com", path);
    expect([at("/foo"), at("/foo/"), at("/foo/bar")]).toEqual(["default/web:80", "default/web:80", "default/web:80"]);
    expect([at("/foobar"), at("/Foo"), at("/")]).toEqual(["default/api:80", "default/api:80", "default/api:80"]);
    expect(plan.statuses.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
  });

  it("with a slash at its end is for what stands below", () => {
    const below = openShiftRoute("foo", { host: "a.com", path: "/foo/", to: { kind: "Service", name: "web" } });
    const plan = translateToOctavia(specsOf(below), { settings: { service_subnet_id: "s" }, hostsOnly: true });
    const balancer = octaviaObjects(plan).objects.loadbalancers?.[0];
    expect(onOctavia(balancer, "clear", "a.com", "/foo/bar")).toBe("default/web:80");
    expect(onOctavia(balancer, "clear", "a.com", "/foo")).toBeUndefined();
  });

  it("keeps AKO's reading on Avi, with a warning", () => {
    const tls = { termination: "edge", certificate: CERTIFICATE, key: PRIVATE_KEY };
    const secure = openShiftRoute("secure", { ...foo.spec, tls });
    const plan = translateToAvi(specsOf(foo, all, secure), { settings: { clusterName: "c" } });
    const { objects } = aviObjects(plan);
    expect(onAvi(objects, "clear", "a.com", "/foobar")).toEqual(["c--a.com_foo-default-foo-web"]);
    expect(onAvi(objects, "tls", "a.com", "/foobar")).toEqual(["c--default-a.com_foo-secure-web"]);
    const own = plan.statuses.map(({ object, state, diagnostics }) => [
      object.name,
      state,
      diagnostics.filter(({ code }) => code !== "LB1216").map((d) => d.severity),
    ]);
    expect(own).toEqual([
      ["all", "ready", []],
      ["foo", "ready", ["warning", "warning"]],
      ["secure", "ready", ["warning", "warning"]],
    ]);
  });
});
