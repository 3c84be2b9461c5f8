import { describe, expect, test } from "vitest";
import { hasSharedLists, ownStatus, statusPatch } from "../../../../provider/kubernetes/condition-lists";

const [THEN, NOW] = ["2026-01-01T00:00:00Z", "2026-02-02T00:00:00Z"];
const [OURS, THEIRS] = ["k8s-lb.io/gateway", "example.com/other"];
const condition = (type: string, status = "True", more: object = {}) => ({
  type,
  status,
  reason: type,
  message: "",
  observedGeneration: 1,
  ...more,
});
const live = (type: string, status = "True", more: object = {}) => ({ ...condition(type, status, more), lastTransitionTime: THEN });
const holder = (status: object | undefined, spec?: object) => ({ metadata: { name: "web", namespace: "shop" }, status, spec }) as never;
const patch = (status: object | undefined, expected: object, before?: object) =>
  statusPatch(holder(status), { wanted: expected as never, before: before as never }, NOW);

test("groups of the Gateway API have them, and no others", () => {
  const groups = [
    "gateway.networking.k8s.io/v1",
    "gateway.networking.x-k8s.io",
    "networking.k8s.io/v1",
    "v1",
    "agateway.networking.k8s.io",
  ];
  expect(groups.map(hasSharedLists)).toEqual([true, true, false, false, false]);
});

describe("conditions", () => {
  test("the time changes with the status alone, and types of others stay", () => {
    const held = { conditions: [live("Accepted", "True"), live("theirs.example.com/Cost"), live("Programmed", "Unknown")] };
    const expected = { conditions: [condition("Accepted", "True", { observedGeneration: 2 }), condition("Programmed")] };
    expect(patch(held, expected)).toEqual({
      conditions: [
        { ...live("Accepted"), observedGeneration: 2 },
        live("theirs.example.com/Cost"),
        { ...live("Programmed"), lastTransitionTime: NOW },
      ],
    });
  });

  test("nothing is written where only times and types of others differ, whatever the order", () => {
    const held = { conditions: [live("Programmed"), live("theirs.example.com/Cost"), live("Accepted")] };
    expect(patch(held, { conditions: [condition("Accepted"), condition("Programmed")] })).toBeUndefined();
  });

  test("what is no longer declared goes: types that were written, and those of the Gateway API", () => {
    const held = { conditions: [live("Accepted"), live("PartiallyInvalid"), live("k8s-lb.io/Old"), live("theirs.example.com/Cost")] };
    const expected = { conditions: [condition("Accepted")] };
    expect(patch(held, expected, { conditions: [condition("k8s-lb.io/Old")] })).toEqual({
      conditions: [live("Accepted"), live("theirs.example.com/Cost")],
    });
    expect(patch(held, {}, expected)).toEqual({ conditions: [live("k8s-lb.io/Old"), live("theirs.example.com/Cost")] });
    expect(patch({ conditions: [live("Accepted")] }, {}, expected)).toEqual({ conditions: null });
    expect(patch({}, {}, expected)).toBeUndefined();
  });
});

describe("listeners", () => {
  const listener = (name: string, conditions: object[], more: object = {}) => ({ name, attachedRoutes: 0, conditions, ...more });

  test("those that are gone go; conditions of the others keep their times, and those of others stay", () => {
    const held = {
      listeners: [listener("old", [live("Accepted")]), listener("http", [live("Accepted"), live("x.io/Theirs")])],
      addresses: [],
    };
    const expected = {
      listeners: [listener("http", [condition("Accepted")], { attachedRoutes: 1 }), listener("https", [condition("Accepted", "False")])],
    };
    expect(patch(held, expected)).toEqual({
      listeners: [
        listener("http", [live("Accepted"), live("x.io/Theirs")], { attachedRoutes: 1 }),
        listener("https", [{ ...live("Accepted", "False"), lastTransitionTime: NOW }]),
      ],
    });
    expect(patch(held, {}, expected)).toEqual({ listeners: null });
  });

  test("a default that the server adds is no difference", () => {
    const kind = { group: "gateway.networking.k8s.io", kind: "HTTPRoute" };
    const held = { listeners: [listener("http", [live("Accepted")], { supportedKinds: [kind] })] };
    const expected = { listeners: [listener("http", [condition("Accepted")], { supportedKinds: [{ kind: "HTTPRoute" }] })] };
    expect(patch(held, expected)).toBeUndefined();
  });
});

describe.each([
  ["parents", "parentRef"],
  ["ancestors", "ancestorRef"],
])("%s", (list, field) => {
  const entry = (controllerName: string, name: string, conditions: object[]) => ({ [field]: { name }, controllerName, conditions });
  const theirs = entry(THEIRS, "a", [live("Accepted", "False"), live("Programmed")]);

  test("entries of other controllers stay as they are and where they are; those that we wrote are replaced as a whole", () => {
    const held = { [list]: [entry(OURS, "gone", [live("Accepted")]), theirs, entry(OURS, "a", [live("Accepted"), live("x.io/Theirs")])] };
    const expected = { [list]: [entry(OURS, "new", [condition("Accepted")]), entry(OURS, "a", [condition("Accepted", "False")])] };
    expect(patch(held, expected, { [list]: [entry(OURS, "gone", [condition("Accepted")])] })).toEqual({
      [list]: [
        theirs,
        entry(OURS, "a", [{ ...live("Accepted", "False"), lastTransitionTime: NOW }, live("x.io/Theirs")]),
        entry(OURS, "new", [{ ...live("Accepted"), lastTransitionTime: NOW }]),
      ],
    });
  });

  test("two controllers with other orders do not rewrite each other's lists", () => {
    const ours = entry(OURS, "a", [live("Accepted")]);
    const expected = { [list]: [entry(OURS, "a", [condition("Accepted")])] };
    expect([patch({ [list]: [ours, theirs] }, expected), patch({ [list]: [theirs, ours] }, expected)]).toEqual([undefined, undefined]);
  });

  test("the defaults of a reference name the same parent", () => {
    const whole = { group: "gateway.networking.k8s.io", kind: "Gateway", name: "a" };
    const held = { [list]: [{ ...entry(OURS, "a", [live("Accepted")]), [field]: whole }] };
    const expected = { [list]: [entry(OURS, "a", [condition("Accepted")])] };
    expect(patch(held, expected)).toBeUndefined();
    expect(ownStatus(holder(held), expected as never)).toEqual(expected);
  });

  test("ours go when nothing is declared any more", () => {
    const before = { [list]: [entry(OURS, "a", [condition("Accepted")])] };
    const held = { [list]: [theirs, entry(OURS, "a", [live("Accepted")])] };
    expect(patch(held, { [list]: [] }, before)).toEqual({ [list]: [theirs] });
    expect(patch(held, {}, before)).toEqual({ [list]: [theirs] });
    expect(patch({ [list]: [theirs] }, {}, before)).toBeUndefined();
  });
});

describe("what is shown of a status", () => {
  const entry = (controllerName: string, conditions: object[]) => ({ parentRef: { name: "a" }, controllerName, conditions });
  const declared = { parents: [entry(OURS, [condition("Accepted"), condition("ResolvedRefs")])] };

  test("has no times, and nothing of others", () => {
    const held = {
      parents: [entry(THEIRS, [live("Accepted")]), entry(OURS, [live("ResolvedRefs"), live("x.io/Theirs"), live("Accepted")])],
    };
    expect(ownStatus(holder(held), declared as never)).toEqual(declared);
  });

  test("has what somebody changed or added by hand", () => {
    const changed = { parents: [entry(OURS, [live("Accepted", "False"), live("PartiallyInvalid")])] };
    expect(ownStatus(holder(changed), declared as never)).toEqual({
      parents: [entry(OURS, [condition("Accepted", "False"), condition("PartiallyInvalid")])],
    });
    expect(ownStatus(holder({ parents: [] }), declared as never)).toEqual({ parents: [] });
    expect(ownStatus(holder(undefined), declared as never)).toEqual({});
  });
});

test("other fields are replaced, and go when they are no longer declared", () => {
  const before = { attachedListenerSets: 1, addresses: [{ type: "IPAddress", value: "10.0.0.1" }] };
  expect(patch(before, { attachedListenerSets: 2 }, before)).toEqual({ attachedListenerSets: 2, addresses: null });
});
