import { expect, test } from "vitest";
import { KINDS } from "../../../../provider";
import { toSpecs } from "../../../../sdk/components/sources";
import { faultsIn } from "../../../../sdk/plan";
import { translateToAvi } from "../../../../sdk/targets/avi/translate";
import { endpoints, ingressV1, service } from "../../../support/manifests";

// An object whose text or shape is wrong stops the program, also where its author wants to be rid of it: `allowLoss` with its name leaves it
// out, and the check of the inventory lets its places go.

const INGRESS = "Ingress default/shop";
const shop = (pathType: string) => {
  const rules = [{ host: "shop.example.com", http: { paths: [{ path: "/", pathType, backend: to }] } }];
  return { ...ingressV1("shop", [{ host: "shop.example.com", path: "/", service: "web" }]), spec: { rules } };
};
const to = { service: { name: "web", port: { number: 80 } } };
const other = ingressV1("other", [{ host: "other.example.com", path: "/", service: "web" }]);
const read = (pathType: string, allowLoss?: string[]) =>
  toSpecs([service("web", [80]), endpoints("web", ["10.0.0.1"], 80), other, shop(pathType)] as never, undefined, allowLoss);

const inventory = ({ facts, statuses }: ReturnType<typeof translateToAvi>) => {
  const { names, served, missing, keeps, asks } = facts;
  return { names, served, missing, keeps, asks, faults: faultsIn(statuses) };
};

test("it stops the program, whose error says how to let it go", async () => {
  await expect(read("prefix")).rejects.toThrow(/LB1011[\s\S]*To let go of what they serve, set `allowLoss: \["Ingress default\/shop"\]`/);
  await expect(read("prefix", ["Ingress default/other"])).rejects.toThrow("LB1011");
});

test("with its name it is left out, what it served goes, and all else stays", async () => {
  const before = translateToAvi(await read("Prefix"));
  const after = translateToAvi(await read("prefix", [INGRESS]));
  expect(after.resources.map(({ name }) => name).filter((name) => name.includes("example.com"))).toEqual([
    expect.stringContaining("other.example.com"),
  ]);
  expect(after.statuses.find(({ object }) => object.name === "shop")).toMatchObject({
    state: "rejected",
    diagnostics: [{ code: "LB1011" }],
  });
  const check = (more: object) =>
    KINDS.get("avi:Inventory")?.check?.(inventory(before) as never, { ...inventory(after), ...more } as never, () => undefined) ?? [];
  expect(check({ allowLoss: [INGRESS] })).toEqual([]);
  expect(check({})[0]?.reason).toContain(`http://shop.example.com/: ${INGRESS} /spec/rules/0/http/paths/0/pathType`);
});
