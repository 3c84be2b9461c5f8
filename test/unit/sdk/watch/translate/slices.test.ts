import { expect, test } from "vitest";
import { askingObjects } from "../../../../../sdk/specs";
import { membersOf } from "../../../../../sdk/watch/terms/pool-members";
import { ReviewedPlan } from "../../../../../sdk/watch/translate/reviewed-plan";
import { translationOf } from "../../../../../sdk/watch/translate/translation";
import { endpoints, ingressV1, service } from "../../../../support/manifests";

const raw = (value: unknown) => ({ value });
const COUNT = 150;
const STRUCTURE = [
  service("shared", [80]),
  service("other", [80]),
  ...Array.from({ length: COUNT }, (_, i) => ingressV1(`web-${i}`, [{ host: `web-${i}.avi.internal`, path: "/", service: "shared" }])),
  ingressV1("both", [{ host: "web-0.avi.internal", path: "/other", service: "other" }]),
];

/** A plan of many Ingresses that share a Service, and the sizes of its translations. */
function sharedPlan() {
  const options = { owner: "pulumi-k8s-lb:p/s/c/main", settings: {} };
  const translate = translationOf({ target: "avi", kind: "KubernetesCluster", name: "main", options });
  if (!translate) throw new Error("Avi has a translation");
  const sizes: number[] = [];
  const plan = new ReviewedPlan((specs) => {
    sizes.push(askingObjects(specs).length);
    return translate(specs);
  });
  plan.replace(
    STRUCTURE.map(raw),
    ["shared", "other"].map((name) => raw(endpoints(name, ["10.0.0.1"], 8080))),
  );
  sizes.length = 0;
  return { plan, sizes, put: (name: string, host: number) => plan.update(raw(endpoints(name, [`10.0.0.${host}`], 8080)), false) };
}

/** Number of pools by their servers. */
function pools(plan: ReviewedPlan): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { kind, inputs } of plan.resources.values())
    for (const [, servers] of membersOf(kind, inputs)) {
      const [host = "none"] = /10\.0\.0\.\d+/.exec(JSON.stringify(servers)) ?? [];
      found[host] = (found[host] ?? 0) + 1;
    }
  return found;
}

test("of a Service that very many share the first pools do not wait for the last, and none is translated twice", () => {
  const { plan, sizes, put } = sharedPlan();
  put("shared", 2);
  const turns: string[][] = [];
  do turns.push([...plan.translateUpdates()]);
  while (!plan.isCurrent);
  expect(turns.length).toBeGreaterThan(1);
  expect(turns.flat()).toHaveLength(COUNT);
  expect(new Set(turns.flat()).size).toBe(COUNT);
  expect(Math.max(...sizes)).toBeLessThan(COUNT);
  expect(pools(plan)).toEqual({ "10.0.0.2": COUNT, "10.0.0.1": 1 });
  expect([...plan.translateUpdates()]).toEqual([]);
});

test("a change in between counts for all of them", () => {
  const { plan, put } = sharedPlan();
  put("shared", 2);
  const changed = plan.translateUpdates();
  put("other", 3);
  put("shared", 4);
  for (const id of plan.translateUpdates()) changed.add(id);
  while (!plan.isCurrent) for (const id of plan.translateUpdates()) changed.add(id);
  expect(changed.size).toBe(COUNT + 1);
  expect(pools(plan)).toEqual({ "10.0.0.4": COUNT, "10.0.0.3": 1 });
});

test("what is finished at once is returned by the next turn", () => {
  const { plan, put } = sharedPlan();
  put("shared", 2);
  const first = plan.translateUpdates();
  plan.finish();
  expect(plan.isCurrent).toBe(true);
  expect(pools(plan)).toEqual({ "10.0.0.2": COUNT, "10.0.0.1": 1 });
  expect(first.size + plan.translateUpdates().size).toBe(COUNT);
});
