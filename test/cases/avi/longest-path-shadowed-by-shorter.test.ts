import { describe, expect, it } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { aviObjects } from "../../../sdk/targets/avi/objects";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { ingress, ingressV1, secret, served } from "../../support/manifests";
import { onAvi } from "../../support/requests";

const services = [...served("web", 1), ...served("api", 2), secret("cert", "CERT", "KEY")];
const toAvi = (...objects: unknown[]) => {
  const plan = translateToAvi(readSpecs([...services, ...objects].map((value) => ({ value }))), { settings: { clusterName: "c" } });
  return { ...aviObjects(plan), statuses: plan.statuses };
};
const tls = { tls: ["a.com"] };
const root = { host: "a.com", path: "/", service: "web" };
const api = { host: "a.com", path: "/api", service: "api" };

describe("the longest path of a secure host on Avi", () => {
  it("is reached though the Ingress of networking.k8s.io/v1 names it last", () => {
    const { objects, statuses } = toAvi(ingressV1("one", [root, api], tls));
    expect(onAvi(objects, "tls", "a.com", "/api/x")).toEqual(["c--default-a.com_api-one"]);
    expect(onAvi(objects, "tls", "a.com", "/apix")).toEqual(["c--default-a.com_-one"]);
    expect(onAvi(objects, "tls", "a.com", "/API")).toEqual(["c--default-a.com_-one"]);
    expect(statuses).toMatchObject([{ state: "ready" }]);
    expect(statuses[0]?.diagnostics.map(({ code }) => code)).not.toContain("LB1302");
  });

  it("is reached whoever owns it", () => {
    const old = ingressV1("old", [root], { ...tls, created: "2020-01-01T00:00:00Z" });
    const young = ingressV1("young", [api], { ...tls, created: "2021-01-01T00:00:00Z" });
    expect(onAvi(toAvi(old, young).objects, "tls", "a.com", "/api")).toEqual(["c--default-a.com_api-young"]);
  });

  it("is not reached in the older API versions, which keep the order of AKO, with a warning", () => {
    const { objects, statuses } = toAvi(ingress({ name: "one", rules: [root, api], tls: [{ hosts: ["a.com"], secretName: "cert" }] }));
    expect(onAvi(objects, "tls", "a.com", "/api")).toEqual(["c--default-a.com_-one"]);
    expect(statuses[0]?.diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toContain("warning LB1302");
    const children = objects.virtualservice as unknown as { name: string; http_policies: { http_policy_set_ref: string }[] }[];
    const policies = children.find(({ name }) => name === "c--a.com")?.http_policies;
    expect(policies?.map(({ http_policy_set_ref: ref }) => ref.split("-").at(-2))).toEqual(["a.com_", "a.com_api"]);
  });

  it("is served in clear text where another Ingress redirects the rest of the host", () => {
    const { objects } = toAvi(ingressV1("secure", [root], tls), ingressV1("open", [{ ...api, path: "/open" }]));
    expect(onAvi(objects, "clear", "a.com", "/open/x")).toEqual(["c--a.com_open-default-open"]);
    expect(onAvi(objects, "clear", "a.com", "/opened")).toEqual(["https"]);
    expect(onAvi(objects, "clear", "a.com", "/")).toEqual(["https"]);
  });

  it("in clear text labels decide; what they match beyond the path is a warning", () => {
    const { objects, statuses } = toAvi(ingressV1("one", [root, api]));
    expect(onAvi(objects, "clear", "a.com", "/api/x")).toEqual(["c--a.com_api-default-one"]);
    expect(statuses).toMatchObject([{ state: "ready", diagnostics: [{ code: "LB1302", severity: "warning" }] }]);
    expect(statuses[0]?.diagnostics[0]?.message).toContain("a.com/api");
  });
});
