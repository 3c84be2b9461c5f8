import { expect, it } from "vitest";
import { settingsOf } from "../../../../provider/kubernetes/connect";
import { configSource } from "../../../../provider/lifecycle/config";

const source = (values: { [key: string]: string }) => configSource("mizar", { config: { get: (key) => values[key] } }, {});

it.each([
  ["mizar:timeout", "abc", "a number from 0 on is expected"],
  ["mizar:timeout", "-1", "a number from 0 on is expected"],
  ["mizar:tenantPaths", "ture", "true or false is expected"],
])("%s=%s is refused", (key, value, expected) => {
  expect(() => settingsOf(source({ [key]: value }))).toThrow(`LB2002: ${key} is "${value}", ${expected}`);
});

it("reads what people write for a flag and a number, and leaves the rest out", () => {
  expect(settingsOf(source({ "mizar:tenantPaths": "Yes", "mizar:timeout": "2.5", "kubernetes:context": "east" }))).toMatchObject({
    tenantPaths: true,
    timeout: 2.5,
    context: "east",
  });
  expect(settingsOf(source({ "mizar:tenantPaths": "off" }))).toMatchObject({ tenantPaths: false });
});
