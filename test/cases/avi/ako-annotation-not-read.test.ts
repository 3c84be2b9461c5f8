import { describe, expect, it } from "vitest";
import { readSpecs, translateToAvi } from "../../../sdk";
import { endpoints, ingress, service } from "../../support/manifests";

const translate = (...objects: unknown[]) => translateToAvi(readSpecs(objects.map((value) => ({ value }))));
const annotated = <T extends { metadata: object }>(object: T, annotations: Record<string, string>) => ({
  ...object,
  metadata: { ...object.metadata, annotations },
});
const route = {
  apiVersion: "route.openshift.io/v1",
  kind: "Route",
  metadata: { name: "r" },
  spec: { host: "a.com", to: { kind: "Service", name: "web" } },
};
const web = [service("web", [80]), endpoints("web", ["10.0.0.1"], 80)];

describe("annotations of AKO", () => {
  const onService = service("lb", [80], "LoadBalancer");
  const onIngress = ingress({ name: "i", rules: [{ host: "a.com", path: "/", service: "web" }] });
  it.each([
    [onIngress, "passthrough.ako.vmware.com/enabled", "true"],
    [onIngress, "ako.vmware.com/enable-tls", "true"],
    [onService, "ako.vmware.com/enable-shared-vip", "k"],
    [onService, "ako.vmware.com/load-balancer-ip", "10.0.0.9"],
    [onService, "aviinfrasetting.ako.vmware.com/name", "infra"],
    [onService, "ako.vmware.com/l4rule", "rule"],
    [onService, "ako.vmware.com/application-profile", "System-L4"],
    [onService, "ako.vmware.com/something-new", "x"],
    [route, "aviinfrasetting.ako.vmware.com/name", "infra"],
  ])("%# are a warning each that says what is not done", (object, name, value) => {
    const { statuses } = translate(annotated(object, { [name]: value }), endpoints("lb", ["10.0.0.1"], 80), ...web);
    const [warning, ...others] = statuses[0]!.diagnostics;
    expect([others, statuses[0]!.state]).toEqual([[], "ready"]);
    expect(warning).toMatchObject({ code: "LB1310", severity: "warning", pointer: `/metadata/annotations/${name.replace("/", "~1")}` });
    expect(warning!.message).toContain(name);
  });

  it("that AKO writes for itself are passed over, and those of others stay a notice", () => {
    const { statuses } = translate(
      annotated(onService, { "ako.vmware.com/host-fqdn-vs-uuid-map": "{}", "x.com/y": "z" }),
      endpoints("lb", ["10.0.0.1"], 80),
    );
    expect(statuses[0]!.diagnostics).toMatchObject([{ code: "LB1007", severity: "notice" }]);
  });
});

describe("objects of AKO", () => {
  it.each(["HostRule", "HTTPRule", "AviInfraSetting", "L4Rule", "L7Rule", "SSORule", "Novelty"])("%s is a warning", (kind) => {
    const { diagnostics, statuses } = translate({ apiVersion: "ako.vmware.com/v1beta1", kind, metadata: { name: "x" }, spec: {} });
    expect(statuses).toEqual([]);
    expect(diagnostics).toMatchObject([{ code: "LB1311", severity: "warning", object: { kind, name: "x" }, remedy: expect.anything() }]);
  });

  it("that an IngressClass refers to are a warning on the class", () => {
    const parameters = { apiGroup: "ako.vmware.com", kind: "AviInfraSetting", name: "infra" };
    const avi = {
      apiVersion: "networking.k8s.io/v1",
      kind: "IngressClass",
      metadata: { name: "avi" },
      spec: { controller: "ako.vmware.com/avi-lb", parameters },
    };
    expect(translate(avi).diagnostics).toMatchObject([{ code: "LB1006", severity: "warning", pointer: "/spec/parameters" }]);
  });
});
