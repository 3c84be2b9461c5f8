import { expect, test } from "vitest";
import { ReviewedPlan } from "../../../../../sdk/watch/translate/reviewed-plan";
import { translationOf } from "../../../../../sdk/watch/translate/translation";
import { endpoints, ingressV1, node, openShiftRoute, service } from "../../../../support/manifests";

const raw = (value: unknown) => ({ value });
const COUNT = 150;
const STRUCTURE: object[] = [
  service("shared", [80]),
  service("other", [80]),
  ...Array.from({ length: COUNT }, (_, i) => ingressV1(`web-${i}`, [{ host: `web-${i}.avi.internal`, path: "/", service: "shared" }])),
  ingressV1("both", [{ host: "web-0.avi.internal", path: "/other", service: "other" }]),
];

/** A plan whose whole translations are counted, and which can be made to refuse its specs. */
function planOf(structure: readonly object[], settings: { [name: string]: unknown } = {}) {
  const options = { owner: "pulumi-k8s-lb:p/s/c/main", settings };
  const translate = translationOf({ target: "avi", kind: "KubernetesCluster", name: "main", options });
  if (!translate) throw new Error("Avi has a translation");
  const counted = { whole: 0, refused: false };
  const plan = new ReviewedPlan((specs) => {
    counted.whole++;
    if (counted.refused) throw new Error("refused");
    return translate(specs);
  });
  plan.replace(
    structure.map(raw),
    ["shared", "other"].map((name) => raw(endpoints(name, ["10.0.0.1"], 8080))),
  );
  counted.whole = 0;
  return {
    plan,
    counted,
    put: (name: string, host: number, port = 8080) => plan.update(raw(endpoints(name, [`10.0.0.${host}`], port)), false),
  };
}

/** Number of pools by their servers. */
function pools(plan: ReviewedPlan): Record<string, number> {
  const found: Record<string, number> = {};
  for (const servers of [...plan.servers.values()].flatMap((one) => [...one.values()])) {
    const [host = "none"] = /10\.0\.0\.\d+/.exec(JSON.stringify(servers)) ?? [];
    found[host] = (found[host] ?? 0) + 1;
  }
  return found;
}

test("an event works out the pools of its Service, and nothing is translated", () => {
  const { plan, counted, put } = planOf(STRUCTURE);
  put("shared", 2);
  const changed = plan.translateUpdates();
  expect(changed.size).toBe(COUNT);
  expect([...changed].every((key) => key.startsWith("avi:Pool "))).toBe(true);
  expect(pools(plan)).toEqual({ "10.0.0.2": COUNT, "10.0.0.1": 1 });
  expect([...plan.translateUpdates()]).toEqual([]);
  expect(counted.whole).toBe(0);
});

test("a change back before anybody looks changes nothing, and several Services change at once", () => {
  const { plan, put } = planOf(STRUCTURE);
  put("shared", 2);
  put("shared", 1);
  expect([...plan.translateUpdates()]).toEqual([]);
  put("other", 3);
  put("shared", 4);
  expect(plan.translateUpdates().size).toBe(COUNT + 1);
  expect(pools(plan)).toEqual({ "10.0.0.4": COUNT, "10.0.0.3": 1 });
});

test("what is finished before is returned by the next turn", () => {
  const { plan, put } = planOf(STRUCTURE);
  put("shared", 2);
  plan.finish();
  expect(pools(plan)).toEqual({ "10.0.0.2": COUNT, "10.0.0.1": 1 });
  expect(plan.translateUpdates().size).toBe(COUNT);
  expect([...plan.translateUpdates()]).toEqual([]);
});

test("nodes move all pools whose servers they are, without a translation", () => {
  const ports = [{ name: "http", port: 80, nodePort: 30080 }];
  const { plan, counted } = planOf([service("shared", ports, "NodePort"), ...STRUCTURE.slice(2, 5)], { serviceType: "NodePort" });
  plan.update(raw(node("n1", "10.0.0.7")), false);
  expect(plan.translateUpdates().size).toBe(3);
  expect(pools(plan)).toEqual({ "10.0.0.7": 3 });
  expect(counted.whole).toBe(0);
  plan.update(raw({ ...node("n1", "10.0.0.7"), status: { ...node("n1", "10.0.0.7").status, phase: "Running" } }), false);
  expect([...plan.translateUpdates()]).toEqual([]);
});

test("endpoints that choose another port of the Service have the whole translated", () => {
  const ports = [
    { name: "one", port: 80, targetPort: "web" },
    { name: "two", port: 81, targetPort: "web" },
  ];
  const route = openShiftRoute("shop", { host: "shop.avi.internal", to: { kind: "Service", name: "shared" }, port: { targetPort: 8080 } });
  const { plan, counted } = planOf([service("shared", ports), route]);
  const put = (name: string) => plan.update(raw(endpoints("shared", ["10.0.0.5"], [{ name, port: 8080 }])), false);
  put("one");
  plan.translateUpdates();
  expect([pools(plan), counted.whole]).toEqual([{ "10.0.0.5": 1 }, 1]);
  put("two");
  plan.translateUpdates();
  expect([pools(plan), counted.whole]).toEqual([{ "10.0.0.5": 1 }, 2]);
});

test("specs that a component refuses leave the servers as they are until it takes them", () => {
  const { plan, counted, put } = planOf(STRUCTURE);
  counted.refused = true;
  expect([...plan.replace(STRUCTURE.slice(0, 3).map(raw), [raw(endpoints("shared", ["10.0.0.8"], 8080))])]).toEqual([]);
  expect(pools(plan)).toEqual({ "10.0.0.1": COUNT + 1 });
  counted.refused = false;
  put("shared", 9);
  expect(plan.translateUpdates().size).toBe(1);
  expect(pools(plan)).toEqual({ "10.0.0.9": 1 });
});
