import { describe, expect, it } from "vitest";
import { readSpecs } from "../../../../../../sdk/frontends";
import { translateToOctavia } from "../../../../../../sdk/targets/octavia";
import { gateway, gatewayClass, http, httpRoute, rule } from "../../../../../support/gateway-manifests";
import { endpoints, service } from "../../../../../support/manifests";

interface Shown {
  conditions: { type: string; status: string; reason: string; message: string }[];
}

const around = [gatewayClass("ours", "k8s-lb.io/octavia"), service("web", [80]), endpoints("web", ["10.0.0.4"], 8080)];

function statusOf(objects: object[]) {
  const specs = readSpecs([...around, ...objects].map((value) => ({ value })));
  const { statuses } = translateToOctavia(specs, { settings: { service_subnet_id: "vips" } });
  return (name: string) => {
    const found = statuses.find(({ object }) => object.name === name && object.kind !== "Service");
    const fields = found?.fields as { conditions?: Shown["conditions"]; parents: Shown[]; listeners: (Shown & { name: string })[] };
    return { ...fields, codes: found?.diagnostics.map(({ code }) => code).filter((code) => code !== "LB1706"), state: found?.state };
  };
}

const shown = ({ conditions }: Shown) => conditions.map(({ type, status, reason }) => `${type}=${status} ${reason}`);

/** A rule for one path with two headers: a redirect after it excludes either. */
const forward = (index: number) => ({
  matches: [{ path: { type: "PathPrefix", value: "/" }, headers: [1, 2].map((one) => ({ name: `h-${index}-${one}`, value: "1" })) }],
  backendRefs: [{ name: "web", port: 80 }],
});

const redirect = {
  matches: [{ path: { type: "PathPrefix", value: "/" } }],
  filters: [{ type: "RequestRedirect", requestRedirect: { hostname: "b.example.com", statusCode: 302 } }],
};

describe("a rule that only the whole of a port shows to be impossible", () => {
  // five rules of two conditions each leave 32 alternatives, and a redirect may have 16
  const rules = [...[1, 2, 3, 4, 5].map(forward), redirect];

  it("is a dropped rule in the status of its Route", () => {
    const { parents, codes, state } = statusOf([gateway("edge", [http("web")]), httpRoute("shop", "edge", rules)])("shop");
    expect(parents.map(shown)).toEqual([
      ["Accepted=True Accepted", "PartiallyInvalid=True UnsupportedValue", "ResolvedRefs=True ResolvedRefs"],
    ]);
    expect(parents[0]?.conditions.find(({ type }) => type === "PartiallyInvalid")?.message).toMatch(
      /^Dropped Rule 5: the redirect excludes what the rules before it serve, which needs more than 16 policies; their requests go to the next matching rule/,
    );
    expect([[...new Set(codes)], state]).toEqual([["LB1703", "LB1302"], "partial"]);
  });

  it("leaves a Route that has no other rule unaccepted", () => {
    const found = statusOf([
      gateway("edge", [http("web")]),
      httpRoute("shop", "edge", rules.slice(0, 5)),
      httpRoute("z-moved", "edge", [redirect]),
    ]);
    expect(found("shop").parents.map(shown)).toEqual([["Accepted=True Accepted", "ResolvedRefs=True ResolvedRefs"]]);
    expect(found("z-moved").parents.map(shown)).toEqual([["Accepted=False UnsupportedValue", "ResolvedRefs=True ResolvedRefs"]]);
  });

  it("is no fault of the same Route at another Gateway", () => {
    const both = httpRoute("z-moved", "edge", [redirect]);
    both.spec.parentRefs.push({ name: "other" });
    const found = statusOf([
      gateway("edge", [http("web")]),
      gateway("other", [http("web")]),
      httpRoute("shop", "edge", rules.slice(0, 5)),
      both,
    ]);
    expect(found("z-moved").parents.map((one) => shown(one)[0])).toEqual(["Accepted=False UnsupportedValue", "Accepted=True Accepted"]);
  });
});

describe("a port that an older Gateway of the group has", () => {
  const grouped = (name: string, created: string, listeners: object[]) => {
    const one = gateway(name, listeners);
    const annotations = { "loadbalancer.openstack.org/group": "edge" };
    return { ...one, metadata: { ...one.metadata, annotations, creationTimestamp: created } };
  };
  const older = grouped("old", "2026-01-01T00:00:00Z", [http("web")]);

  it("is unavailable to the listener of the other, whose other listeners are served", () => {
    const found = statusOf([
      older,
      grouped("new", "2026-02-01T00:00:00Z", [http("web"), http("more", { port: 8080 })]),
      httpRoute("shop", "new#web", [rule("/", { web: 1 })]),
    ]);
    const { listeners, conditions = [], codes } = found("new");
    expect(listeners.map(shown)).toEqual([
      ["Accepted=False PortUnavailable", "Conflicted=False NoConflicts", "Programmed=False Invalid", "ResolvedRefs=True ResolvedRefs"],
      ["Accepted=True Accepted", "Conflicted=False NoConflicts", "Programmed=True Programmed", "ResolvedRefs=True ResolvedRefs"],
    ]);
    expect(shown({ conditions })).toEqual(["Accepted=True ListenersNotValid", "Programmed=True Programmed"]);
    expect(listeners[0]?.conditions[0]?.message).toMatch(/^port 80\/HTTP is not served: Gateway default\/old, which is older/);
    expect(codes).toEqual(["LB1702"]);
    expect(shown({ conditions: found("old").conditions ?? [] })).toEqual(["Accepted=True Accepted", "Programmed=True Programmed"]);
  });

  it("leaves a Gateway that has no other listener unaccepted", () => {
    const { conditions = [] } = statusOf([older, grouped("new", "2026-02-01T00:00:00Z", [http("web")])])("new");
    expect(shown({ conditions })).toEqual(["Accepted=False ListenersNotValid", "Programmed=False Invalid"]);
  });
});
