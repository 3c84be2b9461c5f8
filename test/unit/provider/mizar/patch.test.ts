import { describe, expect, it } from "vitest";
import type { KubernetesObject } from "../../../../provider/kubernetes/types";
import { PLACED_PODS as PLACED_POD, PLACED_SERVICES as PLACED_SERVICE } from "../../../../provider/mizar/endpoints";
import { differences, quantityOf } from "../../../../provider/mizar/fields";
import { VPC_OBJECTS as VPC } from "../../../../provider/mizar/networks";
import { patchOf } from "../../../../provider/mizar/write";
import type { Json } from "../../../../resources/kind";
import { rangeOf } from "../../../../resources/mizar/addresses";

const object = (spec: object, metadata: object = {}) =>
  ({ apiVersion: "v1", kind: "K", metadata: { name: "n", ...metadata }, spec }) as KubernetesObject;

describe("the patch", () => {
  it("names what differs and nothing else", () => {
    const live = object({ ip: "10.0.0.0", prefix: "16", dividers: 1, status: "Provisioned", vni: "7" }, { labels: { theirs: "x" } });
    const expected = { metadata: { labels: { a: "b" } }, spec: { ip: "10.0.0.0", prefix: 16, dividers: 2 } };
    expect(patchOf(VPC, undefined, expected, live)).toEqual({ metadata: { labels: { a: "b" } }, spec: { dividers: 2 } });
    expect(patchOf(VPC, undefined, { spec: { prefix: 16 } }, live)).toBeUndefined();
  });

  it("takes out what was declared before and is still there", () => {
    const live = object({ a: 1, b: 2, c: 3 });
    expect(patchOf(PLACED_SERVICE, { spec: { a: 1, c: 3, gone: 4 } }, { spec: { c: 3 } }, live)).toEqual({ spec: { a: null } });
  });

  it("leaves a count that is not declared any more", () => {
    expect(patchOf(VPC, { spec: { dividers: 3 } }, { spec: {} }, object({ dividers: 3 }))).toBeUndefined();
  });

  it("never speaks of what the operator writes", () => {
    const expected = { spec: { ip: "10.0.0.0" } };
    expect(patchOf(VPC, { spec: { status: "Init" } }, expected, object({ ip: "10.0.0.0", status: "Init", vni: "1" }))).toBeUndefined();
  });

  it("writes a list whole, with what the server put into its elements", () => {
    const live = object({ ports: [{ name: "a", port: 80, protocol: "TCP", nodePort: 30000, targetPort: 80 }] });
    const ports: Json[] = [
      { name: "a", port: 80, targetPort: 8080 },
      { name: "b", port: 81 },
    ];
    expect(patchOf(PLACED_SERVICE, undefined, { spec: { ports } }, live)).toEqual({
      spec: { ports: [{ name: "a", port: 80, protocol: "TCP", nodePort: 30000, targetPort: 8080 }, ports[1]] },
    });
  });

  it("keeps the containers and volumes that others put into a Pod", () => {
    const sidecar = { name: "sidecar", image: "proxy" };
    const live = object({ containers: [{ name: "main", image: "one", imagePullPolicy: "Always" }, sidecar] });
    expect(differences(PLACED_POD, { spec: { containers: [{ name: "main", image: "one" }] } }, live)).toEqual([]);
    expect(patchOf(PLACED_POD, undefined, { spec: { containers: [{ name: "main", image: "two" }] } }, live)).toEqual({
      spec: { containers: [{ name: "main", image: "two", imagePullPolicy: "Always" }, sidecar] },
    });
  });
});

it("names the field of an object that differs", () => {
  expect(differences(VPC, { spec: { ip: "10.1.0.0", prefix: 16 } }, object({ ip: "10.0.0.0", prefix: "16" }))).toEqual(["spec.ip"]);
});

it.each([
  ["1000m", "1"],
  ["0.5", "500m"],
  ["1Gi", "1024Mi"],
  ["1k", "1000"],
  ["1e3", "1k"],
  [2, "2"],
])("the amounts %s and %s are the same", (one, other) => {
  expect(quantityOf(one)).toBe(quantityOf(other));
});

it.each(["", "abc", "1x", "1 Gi", "Mi"])("%j is no amount", (text) => {
  expect(quantityOf(text)).toBeUndefined();
});

it.each([
  ["10.10.0.0", 16, undefined],
  ["10.10.0.0", "30", undefined],
  [undefined, undefined, undefined],
  ["10.10.0.0", "", undefined],
  ["", 16, "an empty text is not an IPv4 address"],
  ["10.10.0.1", 16, "10.10.0.1/16 has host bits set, the network is 10.10.0.0"],
  ["10.10.0.0", 31, "31 is not a prefix length from 1 to 30"],
  ["10.10.0.0", "x", "x is not a prefix length from 1 to 30"],
  ["fd00::", 64, "fd00:: is not an IPv4 address"],
])("the range %s/%s: %s", (ip, prefix, fault) => {
  const range = rangeOf(ip, String(prefix ?? ""));
  const found = "fault" in range ? [range.fault, range.network && `the network is ${range.network}`].filter(Boolean).join(", ") : undefined;
  expect(found).toBe(fault);
});
