import { expect, it } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { translateToOctavia } from "../../../sdk/targets/octavia/translate";
import { node, service } from "../../support/manifests";
import { loadBalancers } from "../../support/planned";

// Octavia refuses a listener with a source range of another family than its VIP. A Service for both families passed the preview as ready,
// and `up` failed.
function translated(spec: object, settings: Record<string, unknown> = { naming: "occm", subnet_id: "s" }) {
  const base = service("web", [{ port: 80, nodePort: 30080 }], "LoadBalancer");
  const objects = [{ ...base, spec: { ...base.spec, ...spec } }, node("a", "192.168.1.1")];
  const plan = translateToOctavia(readSpecs(objects.map((value) => ({ value }))), { settings });
  const [status] = plan.statuses;
  return {
    ranges: loadBalancers(plan)[0]?.inputs.loadBalancer.listeners?.[0]?.allowed_cidrs,
    said: status?.diagnostics
      .filter(({ code }) => code === "LB1301" || code === "LB1302")
      .map(({ code, severity }) => `${code} ${severity}`),
    state: status?.state,
  };
}
const BOTH = { loadBalancerSourceRanges: ["10.0.0.0/8", "fd00::/8"] };

it.each([
  [{}, "10.0.0.0/8"],
  [{ ipFamilies: ["IPv4", "IPv6"] }, "10.0.0.0/8"],
  [{ ipFamilies: ["IPv6"] }, "fd00::/8"],
])("is left out, and said to be: %j", (families, own) => {
  expect(translated({ ...BOTH, ...families })).toMatchObject({ ranges: [own], said: ["LB1302 notice"] });
});

it("opens nothing where there is no other: it is an error, and stays", () => {
  const only = { loadBalancerSourceRanges: ["fd00::/8"] };
  expect(translated(only)).toEqual({ ranges: ["fd00::/8"], said: ["LB1301 error"], state: "partial" });
});

it("goes by the address of the Service with kuryr", () => {
  const kuryr = { naming: "kuryr", service_subnet_id: "s", pod_subnet_id: "p", project_id: "x" };
  expect(translated({ ...BOTH, clusterIP: "fd00::10" }, kuryr).ranges).toEqual(["fd00::/8"]);
});

it("is none where all ranges are of the family", () => {
  expect(translated({ loadBalancerSourceRanges: ["10.0.0.0/8"] })).toMatchObject({ ranges: ["10.0.0.0/8"], said: [] });
});
