// A preview of the plugin writes nothing, whatever the kind and the verb; the same calls outside of a preview do. Of kinds that one handler serves
// the tier `pr` looks at the first.
import { describe, expect, test } from "vitest";
import { KINDS } from "../../../provider/index";
import { providerText } from "../../../resources/provider-text";
import { byTier } from "../../support/tier";
import { FIRST_FORMS, startAvi } from "../lib/avi-kinds";
import type { Props } from "../lib/host";
import { MIZAR_KINDS, startMizar } from "../lib/mizar-kinds";
import { OCTAVIA_KINDS } from "../lib/octavia-kinds";
import { startOctavia } from "../lib/octavia-world";
import { addressOf, services, statusesOf } from "../lib/statuses";
import type { ConformanceTarget } from "../lib/suite/target";
import { started } from "../lib/world";

/** A kind with inputs, and with others that an update brings. */
interface Case<T> {
  kind: string;
  make(target: T): Promise<Props>;
  next(inputs: Props): Props;
}

const OWNER = "pulumi-k8s-lb:conformance/test/c1";
const EMPTY_PLAN = { owner: OWNER, names: [] };

/** Number of kinds that one handler serves in the same way. */
const ALIKE = byTier({ pr: 1, nightly: Number.POSITIVE_INFINITY, release: Number.POSITIVE_INFINITY });

/** The resources of a component that have no object. */
const besides = (target: string): Case<unknown>[] => [
  { kind: `${target}:Inventory`, make: async () => EMPTY_PLAN, next: (inputs) => ({ ...inputs, names: ["pool/c1--one"] }) },
  { kind: `${target}:Summary`, make: async () => ({ owner: OWNER, __facts: "{}" }), next: (inputs) => ({ ...inputs, __facts: "[]" }) },
];

const route = (node: number) => ({ prefix: `10.244.${node}.0/24`, nextHop: `10.0.0.${node}` });

const AVI: Case<Awaited<ReturnType<typeof startAvi>>>[] = [
  ...FIRST_FORMS.slice(0, ALIKE),
  {
    kind: "avi:StaticRoutes",
    make: async () => ({ owner: OWNER, cloud: "Default-Cloud", vrfContext: "global", clusterName: "c1", routes: [route(1)] }),
    next: (inputs) => ({ ...inputs, routes: [route(1), route(2)] }),
  },
  ...besides("avi"),
];

const OCTAVIA: Case<Awaited<ReturnType<typeof startOctavia>>>[] = [...OCTAVIA_KINDS, ...besides("octavia")];

const MIZAR: Case<Awaited<ReturnType<typeof startMizar>>>[] = [
  ...MIZAR_KINDS.slice(0, ALIKE),
  {
    kind: "mizar:Addresses",
    make: async () => ({ wishes: {} }),
    next: (inputs) => ({ ...inputs, wishes: { one: { vpc: "vpc0", subnet: "net0", how: "any", from: ["20.0.0.2-20.0.0.9"] } } }),
  },
  {
    kind: "kubernetes:ObjectStatus",
    make: async (target) => ({ ...addressOf((await services(target, 1))[0] ?? "", "10.0.0.1") }),
    next: (inputs) => ({ ...inputs, status: { loadBalancer: { ingress: [{ ip: "10.0.0.2" }] } } }),
  },
  {
    kind: "kubernetes:ObjectStatuses",
    make: async (target) => statusesOf(addressOf((await services(target, 1))[0] ?? "", "10.0.0.1")),
    next: ({ __objects: texts }) => statusesOf({ ...JSON.parse(String(Object.values(texts as Props)[0])), annotations: { note: "two" } }),
  },
  ...besides("mizar"),
];

/** Kinds that keep something in the state alone. */
const WITHOUT_OBJECT = /:(Inventory|Summary|Addresses)$/;

test("every kind is here", () => {
  const kinds = [...FIRST_FORMS, ...MIZAR_KINDS, ...AVI, ...OCTAVIA, ...MIZAR].map(({ kind }) => kind);
  expect([...new Set(kinds)].sort()).toEqual([...KINDS.keys()].sort());
});

function previews<T extends ConformanceTarget>(start: () => Promise<T>, cases: readonly Case<NoInfer<T>>[]): void {
  const target = started(start);
  /** Requests since the last look that are neither a read nor a login. */
  const writes = () =>
    target.proxy.calls
      .splice(0)
      .filter(({ method, path }) => method !== "GET" && !/\/(login|auth\/tokens)$/.test(path))
      .map(({ method, path }) => `${method} ${path}`);

  test.each(cases.map((one) => [one.kind, one] as const))("%s", async (name, { make, next }) => {
    const { host } = target;
    const checked = async (olds: Props, inputs: Props) => {
      const answer = await host.check(olds, { ...inputs, __provider: providerText(name) });
      expect(answer.failures).toEqual([]);
      return answer.inputs;
    };
    const has = !WITHOUT_OBJECT.test(name);
    const inputs = await make(target);
    writes();

    const news = await checked({}, inputs);
    expect((await host.create(news, true)).id).toBe("");
    expect(writes(), "create").toEqual([]);
    const { id, outs } = await host.create(news);
    expect(writes().length > 0, "create outside of a preview").toBe(has);

    const others = await checked(news, next(inputs));
    expect((await host.diff(id, outs, others)).changes).toBe(true);
    await host.update(id, outs, others, true);
    await host.read(id, outs);
    expect(writes(), "update").toEqual([]);
    const changed = await host.update(id, outs, others);
    expect(writes().length > 0, "update outside of a preview").toBe(has);
    await host.delete(id, changed);
  });
}

describe("Avi", () => previews(() => startAvi("native"), AVI));
describe("Octavia", () => previews(() => startOctavia({}, "native"), OCTAVIA));
describe("Mizar", () => previews(() => startMizar("native"), MIZAR));
