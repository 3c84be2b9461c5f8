import { describe, expect, it } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { aviObjects } from "../../../sdk/targets/avi/objects";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { octaviaObjects } from "../../../sdk/targets/octavia/plan";
import { translateToOctavia } from "../../../sdk/targets/octavia/translate";
import { ingressV1, secret, served } from "../../support/manifests";
import { onAvi, onOctavia } from "../../support/requests";

const services = [...served("whole", 1), ...served("below", 2), secret("cert", "CERT", "KEY")];
const specsOf = (objects: unknown[]) => readSpecs([...services, ...objects].map((value) => ({ value })));
const toAvi = (...objects: unknown[]) => {
  const plan = translateToAvi(specsOf(objects), { settings: { clusterName: "c" } });
  return { ...aviObjects(plan), statuses: plan.statuses };
};
const toOctavia = (...objects: unknown[]) => {
  const plan = translateToOctavia(specsOf(objects), { settings: { service_subnet_id: "s" }, hostsOnly: true });
  return { balancer: octaviaObjects(plan).objects.loadbalancers?.[0], statuses: plan.statuses };
};

const exact = { host: "a.com", path: "/a", type: "Exact", service: "whole" } as const;
const prefix = { host: "a.com", path: "/a", type: "Prefix", service: "below" } as const;
const messages = ({ statuses }: { statuses: { diagnostics: { code: string; severity: string }[] }[] }) =>
  statuses.flatMap(({ diagnostics }) => diagnostics.map(({ code, severity }) => `${severity} ${code}`));

describe("Exact and Prefix of one path in one Ingress", () => {
  it.each([
    ["Exact first", [exact, prefix]],
    ["Prefix first", [prefix, exact]],
  ])("are both served on Octavia, %s", (_order, paths) => {
    const { balancer, statuses } = toOctavia(ingressV1("web", paths));
    expect(statuses).toMatchObject([{ state: "ready", diagnostics: [] }]);
    expect(onOctavia(balancer, "clear", "a.com", "/a")).toBe("default/whole:80");
    expect(onOctavia(balancer, "clear", "a.com", "/a/")).toBe("default/below:80");
    expect(onOctavia(balancer, "clear", "a.com", "/a/b")).toBe("default/below:80");
    expect(onOctavia(balancer, "clear", "a.com", "/ab")).toBeUndefined();
  });

  it("are both served in the child of a secure host on Avi; the names of the Exact path end in --exact", () => {
    const { objects, statuses } = toAvi(ingressV1("web", [prefix, exact], { tls: ["a.com"] }));
    expect(statuses).toMatchObject([{ state: "ready" }]);
    expect(objects.pool?.map(({ name }) => name)).toEqual(["c--default-a.com_a-web", "c--default-a.com_a-web--exact"]);
    expect(objects.poolgroup?.map(({ name }) => name)).toContain("c--default-a.com_a-web--exact");
    expect(objects.httppolicyset?.map(({ name }) => name)).toContain("c--default-a.com_a-web--exact");
    expect(onAvi(objects, "tls", "a.com", "/a")).toEqual(["c--default-a.com_a-web--exact"]);
    expect(onAvi(objects, "tls", "a.com", "/a/b")).toEqual(["c--default-a.com_a-web"]);
    expect(onAvi(objects, "tls", "a.com", "/ab")).toEqual([]);
  });

  it("keep the plain names where only one of them stands", () => {
    const { objects } = toAvi(ingressV1("web", [exact], { tls: ["a.com"] }));
    expect(objects.pool?.map(({ name }) => name)).toEqual(["c--default-a.com_a-web"]);
  });

  it("meet on the label of a shared virtual service: Prefix wins, whoever is older, and a warning names both", () => {
    const result = toAvi(
      ingressV1("old", [exact], { created: "2020-01-01T00:00:00Z" }),
      ingressV1("young", [prefix], { created: "2021-01-01T00:00:00Z" }),
    );
    expect(result.objects.pool?.map(({ name }) => name)).toEqual(["c--a.com_a-default-young"]);
    expect(result.statuses).toMatchObject([{ state: "rejected" }, { state: "ready" }]);
    expect(messages(result)).toEqual(["warning LB1209", "warning LB1302"]);
    expect(result.statuses[0]?.diagnostics[0]?.message).toContain("Ingress default/young");
  });

  it("of one Ingress in clear text on Avi lose nothing where both lead to one Service", () => {
    const result = toAvi(ingressV1("web", [{ ...exact, service: "below" }, prefix]));
    expect(result.statuses).toMatchObject([{ state: "ready" }]);
    expect(messages(result)).toEqual(["warning LB1302"]);
  });

  it("are still one path for two Ingresses that both say Exact, or both Prefix", () => {
    for (const path of [exact, prefix]) {
      const result = toOctavia(ingressV1("a", [path]), ingressV1("b", [path]));
      expect(result.statuses.map(({ state }) => state)).toEqual(["ready", "rejected"]);
      expect(messages(result)).toEqual(["warning LB1203"]);
    }
  });

  it("a slash at the end of a Prefix makes no other path of it", () => {
    const slash = { ...prefix, path: "/a/", service: "whole" };
    const { balancer, ...result } = toOctavia(ingressV1("web", [prefix, slash]));
    expect(messages(result)).toEqual(["warning LB1203"]);
    expect(onOctavia(balancer, "clear", "a.com", "/a/b")).toBe("default/below:80");
    const same = toOctavia(ingressV1("web", [prefix, { ...prefix, path: "/a/" }]));
    expect(same.statuses).toMatchObject([{ state: "ready", diagnostics: [] }]);
  });

  it("two spellings that share a label in clear text on Avi do not share the traffic", () => {
    const upper = { ...prefix, path: "/A", service: "whole" };
    const result = toAvi(ingressV1("web", [prefix, upper]));
    expect(onAvi(result.objects, "clear", "a.com", "/a/b")).toEqual(["c--a.com_a-default-web"]);
    expect(result.statuses).toMatchObject([{ state: "partial" }]);
    const secure = toAvi(ingressV1("web", [prefix, upper], { tls: ["a.com"] }));
    expect(secure.statuses).toMatchObject([{ state: "ready" }]);
    expect(onAvi(secure.objects, "tls", "a.com", "/a/b")).toEqual(["c--default-a.com_a-web"]);
    expect(onAvi(secure.objects, "tls", "a.com", "/A/b")).toEqual(["c--default-a.com_A-web"]);
  });
});
