import { describe, expect, it } from "vitest";
import { KINDS } from "../../../../provider";
import { backend, INPUTS, TARGETS } from "../../../support/front-ends";
import { ingressV1 } from "../../../support/manifests";

// An Ingress that was renamed while its Service was missing got new pools, which had no servers to keep, and the guard against mass deletion
// counted its places as kept.

type RenamePlan = ReturnType<(typeof TARGETS)[number]["run"]>;

const inputsOf = (plan: RenamePlan) => ({
  names: plan.names,
  served: plan.served,
  missing: plan.missing,
  keeps: plan.keeps,
  ...(plan.pools ? { pools: plan.pools } : {}),
});

function refusal(target: string, before: RenamePlan, after: RenamePlan, more: object = {}): string | undefined {
  const handler = KINDS.get(`${target}:Inventory`);
  return handler?.check?.(inputsOf(before) as never, { ...inputsOf(after), ...more } as never, () => undefined)?.[0]?.reason;
}

const rule = (service: string, path = "/") => ({ host: "shop.example.com", path, service });
const shop = (name: string, ...rules: ReturnType<typeof rule>[]) => ingressV1(name, rules);

describe.each(TARGETS.filter(({ kind }) => kind === "avi"))("$target", ({ kind, run }) => {
  const before = run([backend(), shop("shop", rule("web")), ...INPUTS]);
  const renamed = [shop("store", rule("web")), ...INPUTS];

  it("stops when the Service is missing, and only then", () => {
    const text = refusal(kind, before, run(renamed));
    expect(text).toContain(
      "LB2017: the specs lack what 1 place is served with, so http://shop.example.com/ (missing: Service default/web;",
    );
    expect(text).toContain("its new pool would start empty");
    expect(refusal(kind, before, run([backend(), ...renamed]))).toBeUndefined();
    expect(refusal(kind, before, run(renamed), { allowMassDelete: true })).toBeUndefined();
  });

  it("lets the pools of an Ingress that keeps its name be, and those of places that nobody has served", () => {
    const kept = run([shop("shop", rule("web")), ...INPUTS]);
    expect(refusal(kind, before, kept)).toBeUndefined();
    expect(refusal(kind, kept, kept)).toBeUndefined();
    const other = { ...rule("web"), host: "other.example.com" };
    expect(refusal(kind, before, run([shop("shop", rule("web"), other), ...INPUTS]))).toBeUndefined();
    // a new path would take the requests of another to a pool without servers
    expect(refusal(kind, before, run([shop("shop", rule("web"), rule("web", "/new")), ...INPUTS]))).toContain("it takes requests from");
    // renamed in a later run than the one that lost the Service
    expect(refusal(kind, kept, run(renamed))).toContain("LB2017");
  });
});

describe.each(TARGETS.filter(({ kind }) => kind === "octavia"))("$target", ({ kind, run }) => {
  const before = run([backend(), shop("shop", rule("web")), ...INPUTS]);

  it("stops when an Ingress names another Service that is missing", () => {
    const other = [shop("shop", rule("shpo")), ...INPUTS];
    expect(refusal(kind, before, run(other))).toContain(
      "http://shop.example.com/ (missing: Service default/shpo; its new pool would start empty)",
    );
    expect(refusal(kind, before, run(other), { allowMassDelete: true })).toBeUndefined();
    const { pools: _, ...earlier } = before;
    expect(refusal(kind, earlier as RenamePlan, run(other))).toBeUndefined();
  });

  it("lets a renamed Ingress be: its pool stands for the Service", () => {
    expect(refusal(kind, before, run([shop("store", rule("web")), ...INPUTS]))).toBeUndefined();
    expect(refusal(kind, before, run([shop("shop", rule("web")), ...INPUTS]))).toBeUndefined();
  });
});
