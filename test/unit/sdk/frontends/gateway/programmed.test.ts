import { expect, test } from "vitest";
import { statusFields } from "../../../../../sdk/frontends/gateway/programmed";

const ref = (kind: string) => ({ apiVersion: "gateway.networking.k8s.io/v1", kind, namespace: "infra", name: "web" });
const condition = (type: string, status = "True") => ({ type, status, reason: type, message: "", observedGeneration: 3 });
const fields = {
  conditions: [condition("Accepted"), condition("Programmed")],
  listeners: [{ name: "http", attachedRoutes: 2, conditions: [condition("Accepted"), condition("Programmed")] }],
};
const gateway = { object: ref("Gateway"), fields, gateway: "infra/web" };
const pending = { ...condition("Programmed", "False"), reason: "Pending", message: "waits for review: run pulumi up" };

test("a Gateway that is served has its addresses, and keeps its conditions", () => {
  expect(statusFields(gateway, () => ({ programmed: true, addresses: ["10.0.0.1", "2001:db8::1"] }))).toEqual({
    ...fields,
    addresses: [
      { type: "IPAddress", value: "10.0.0.1" },
      { type: "IPAddress", value: "2001:db8::1" },
    ],
  });
});

test("without an answer nothing is programmed, also no listener, and the generation stays", () => {
  expect(statusFields(gateway)).toEqual({
    conditions: [condition("Accepted"), pending],
    listeners: [{ name: "http", attachedRoutes: 2, conditions: [condition("Accepted"), pending] }],
  });
});

test("the reason and the message of the load balancer are in the condition; False stays as it is", () => {
  const refused = { ...condition("Programmed", "False"), reason: "Invalid", message: "no certificate" };
  const listeners = [{ name: "https", conditions: [refused] }];
  const answer = { programmed: false, addresses: ["10.0.0.1"], reason: "NoResources", message: "LB2046: quota" } as const;
  expect(statusFields({ ...gateway, fields: { ...fields, listeners } }, () => answer)).toEqual({
    conditions: [condition("Accepted"), { ...pending, reason: "NoResources", message: "LB2046: quota" }],
    listeners,
    addresses: [{ type: "IPAddress", value: "10.0.0.1" }],
  });
});

test("a Gateway that is refused keeps its conditions", () => {
  const refused = { conditions: [condition("Accepted", "False"), condition("Programmed", "False")] };
  expect(statusFields({ object: ref("Gateway"), fields: refused })).toEqual(refused);
  expect(statusFields({ object: ref("Gateway") })).toBeUndefined();
});

test("a ListenerSet waits for its Gateway, and has no addresses", () => {
  const set = { object: ref("ListenerSet"), fields: { conditions: [condition("Programmed")] }, gateway: "infra/web" };
  expect(statusFields(set, () => ({ programmed: true, addresses: ["10.0.0.1"] }))).toEqual(set.fields);
  expect(statusFields(set)).toEqual({ conditions: [pending] });
});

test("each entry of a Route waits for its own Gateway alone, and one that is not served for none", () => {
  const entry = (name: string) => ({ parentRef: { name }, conditions: [condition("Accepted")] });
  const parents = ["one", "two", "unserved"].map((name) => ({ gateway: { ...ref("Gateway"), name }, serves: name !== "unserved" }));
  const route = { object: ref("HTTPRoute"), fields: { parents: ["one", "two", "unserved"].map(entry) }, gateway: "infra/one", parents };
  const answered = (served: string) =>
    statusFields(route, (gateway) => (gateway === served ? { programmed: true, addresses: [] } : undefined))?.parents;
  const waiting = { ...condition("Accepted", "Unknown"), reason: "Pending", message: "waits for review: run pulumi up" };
  expect(answered("infra/two")).toEqual([{ ...entry("one"), conditions: [waiting] }, entry("two"), entry("unserved")]);
  expect(answered("infra/one")).toEqual([entry("one"), { ...entry("two"), conditions: [waiting] }, entry("unserved")]);
});
