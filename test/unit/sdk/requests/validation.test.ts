import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RoutingTable, ServedAnswer } from "../../../../requests/table/routing-table";
import type { Diagnostic, ObjectRef } from "../../../../resources/diagnostic";
import { readSpecs } from "../../../../sdk/frontends";
import { ownerOf } from "../../../../sdk/requests/backend-table";
import { COMMON_REASONS, type Reason, unexplainedDifferences } from "../../../../sdk/requests/validation";
import { translateToAvi } from "../../../../sdk/targets/avi";
import { NO_EXTENSIONS } from "../../../../sdk/targets/avi/extensions";
import { aviReasons } from "../../../../sdk/targets/avi/reasons";
import { OCTAVIA_REASONS } from "../../../../sdk/targets/octavia/reasons";
import { ingressV1, served } from "../../../support/manifests";

// Every request that is answered otherwise than the specs ask is told: by a diagnostic of its object, by a reason, or as a fault of this package.

const ref: ObjectRef = { apiVersion: "networking.k8s.io/v1", kind: "Ingress", namespace: "default", name: "shop" };
const about: ObjectRef = { apiVersion: "", kind: "Settings", namespace: "", name: "test" };
const web: ServedAnswer = { forward: [{ weight: 1, service: "default/web:80" }] };
const api: ServedAnswer = { forward: [{ weight: 1, service: "default/api:80" }] };

const rules = (to: ServedAnswer, pointer?: string): RoutingTable => ({
  addresses: [
    {
      ...{ name: "lb", group: "hosts" },
      ports: [
        {
          ...{ port: 80, protocol: "http", otherwise: { status: 503 } },
          hosts: {
            "h.com": { rules: [{ to, ...(pointer ? { by: ownerOf({ ref }, pointer) } : {}) }] },
          },
        },
      ],
    },
  ],
  servers: { "default/web:80": { ready: ["10.0.0.1:80"] }, "default/api:80": { ready: ["10.0.0.2:80"] } },
});

const diagnosed = (diagnostic: Partial<Diagnostic>) => [
  {
    ...{ object: ref, state: "ready" as const, description: "" },
    diagnostics: [{ ...{ code: "LB1302", severity: "warning" as const, object: ref, pointer: "/spec", message: "" }, ...diagnostic }],
  },
];

const found = (is: ServedAnswer, statuses: ReturnType<typeof diagnosed> = [], reasons: readonly Reason[] = COMMON_REASONS) =>
  unexplainedDifferences({ desired: () => rules(web, "/spec/rules/0"), served: () => rules(is), statuses, reasons, about });

describe("what is served otherwise than asked", () => {
  it("is a fault of this package where no reason is known, on the object whose request it is", () => {
    expect(found(api)).toEqual([
      expect.objectContaining({
        ...{ code: "LB1399", severity: "warning", object: ref, pointer: "/spec/rules/0" },
        message:
          "http://h.com: the answer is default/api:80, and the specs ask for default/web:80; this is a fault of pulumi-k8s-lb; please report it",
      }),
    ]);
  });

  it("is not told again where a diagnostic of the object is about its host", () => {
    expect(found(api, diagnosed({ about: { host: "h.com" } }))).toEqual([]);
    expect(found(api, diagnosed({ message: "h.com/ is never reached", about: { host: "i.com" } }))).toHaveLength(1);
    expect(found(api, diagnosed({ code: "LB1007", about: { host: "h.com" } }))).toHaveLength(1);
  });

  it("is told in the words of its reason", () => {
    const reason: Reason = { kinds: ["elsewhere"], why: "", words: () => "served by another Service", remedy: "Wait." };
    expect(found(api, [], [reason])).toEqual([
      expect.objectContaining({ code: "LB1302", object: ref, message: "http://h.com: served by another Service", remedy: "Wait." }),
    ]);
  });

  it("is no difference for requests of which nobody takes care", () => expect(found({ closed: "no server" })).toHaveLength(1));

  it("is nothing where both are the same", () => expect(found(web)).toEqual([]));

  it("stops no translation by a fault of the comparison", () => {
    const broken = () => {
      throw new RangeError("out of range");
    };
    const [only, ...others] = unexplainedDifferences({ desired: broken, served: broken, statuses: [], reasons: [], about });
    expect(others).toEqual([]);
    expect(only).toMatchObject({ code: "LB1399", object: about, severity: "warning" });
    expect(only?.message).toContain("out of range");
  });
});

it("is compared when a plan is asked for its diagnostics, and not before", () => {
  const objects = [...served("a", 1), ingressV1("shop", [{ host: "h.com", path: "/api", type: "Prefix", service: "a" }])];
  const specs = readSpecs(objects.map((value) => ({ value })));
  const plan = translateToAvi(specs, { settings: { clusterName: "c", defaultIngController: true } });
  expect(Object.getOwnPropertyDescriptor(plan, "statuses")?.get).toBeTypeOf("function");
  expect(plan.statuses).toBe(plan.statuses);
});

it("has its reasons in the documentation", () => {
  const text = readFileSync(join(__dirname, "../../../../docs/requests.md"), "utf8");
  const all = [...aviReasons(NO_EXTENSIONS), ...OCTAVIA_REASONS].map(({ why }) => why);
  expect(all.filter((why) => !text.includes(why))).toEqual([]);
});
