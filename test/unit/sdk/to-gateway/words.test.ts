import { expect, it } from "vitest";
import { weightsOf } from "../../../../sdk/to-gateway/backends";
import { dnsName, Names } from "../../../../sdk/to-gateway/names";
import { durationOf } from "../../../../sdk/to-gateway/rules";

it.each([
  [0, "0s"],
  [0.0001, "1ms"],
  [1.5, "1s500ms"],
  [90, "1m30s"],
  [3_600 * 100_000, undefined],
])("%d seconds are %s", (seconds, text) => {
  expect(durationOf(seconds)).toBe(text);
});

it("scales weights that Gateway API does not take, and keeps each that is above 0", () => {
  expect(weightsOf([{}, {}])).toBeUndefined();
  expect(weightsOf([{ weight: 3 }, { weight: 0 }])).toEqual([3, 0]);
  expect(weightsOf([{ weight: 0.5 }, { weight: 0.25 }])).toEqual([1_000_000, 500_000]);
  expect(weightsOf([{ weight: 4_000_000_000 }, { weight: 1 }])).toEqual([1_000_000, 1]);
});

it("makes names that DNS and labels take, and one for each object", () => {
  expect(dnsName("Web-*.Example.com")).toBe("web-any.example.com");
  expect(dnsName(`${"a".repeat(70)}.com`)).toMatch(/^a{54}-[0-9a-f]{8}$/);
  expect(dnsName("?...")).toBe("main");
  const names = new Names();
  names.keep("Gateway", "n", "web");
  expect([names.take("Gateway", "n", "web"), names.take("Gateway", "n", "web"), names.take("Gateway", "m", "web")]).toEqual([
    "web-2",
    "web-3",
    "web",
  ]);
});
