/** Configuration of the plugin: nested objects, JSON text as `pulumi config set --path` stores it, and the keys of a stack. */
import { describe, expect, test } from "vitest";
import { configFaults, flattened, isSameConfig, refuseUnknownKeys } from "../../../plugin/configuration";

describe("forms", () => {
  const expected = { "avi:controller": "avi.example.com", "avi:insecure": "true", "avi:rateLimit": "25" };

  test.each([
    ["an object", { avi: { controller: "avi.example.com", insecure: true, rateLimit: 25 } }],
    ["JSON text", { avi: '{"controller":"avi.example.com","insecure":true,"rateLimit":25}' }],
    ["keys of a stack", { "avi:controller": "avi.example.com", "avi:insecure": "true", "avi:rateLimit": "25" }],
  ])("%s", (_form, inputs) => {
    expect(flattened(inputs)).toEqual(expected);
    expect(configFaults(inputs, "1.0.0")).toEqual([]);
    expect(isSameConfig(inputs, expected)).toBe(true);
  });

  test("what is null is not set", () => expect(flattened({ avi: { controller: null }, octavia: null })).toEqual({}));
});

describe("faults", () => {
  const reasons = (inputs: object) => configFaults(inputs as never, "1.0.0");

  test("a connection by a wrong name", () => {
    expect(reasons({ aiv: { controller: "x" } })[0]).toMatch(/^LB2078: the plugin knows no connection "aiv"[\s\S]*Meant is avi\?/);
  });

  test("a connection that is no object", () => {
    expect(reasons({ avi: "avi.example.com" })[0]).toMatch(/^LB2002: the connection "avi" is no object/);
  });

  test("a key that a connection does not have", () => {
    expect(reasons({ avi: { controler: "x" } })[0]).toMatch(
      /^LB2078: the connection avi has no key "controler"[\s\S]*Meant is avi\.controller\?/,
    );
    expect(reasons({ avi: '{"controler":"x"}' })).toHaveLength(1);
  });

  test("keys of the stack that only programs in TypeScript read", () => {
    expect(() => refuseUnknownKeys(["avi:controller", "aws:region"], {})).toThrow(
      /LB2078: .* avi:controller, .*[\s\S]*'k8s-lb:avi\.controller'/,
    );
    refuseUnknownKeys(["avi:controller", "openstack:cloud"], { "avi:controller": "x" });
  });

  test("a plugin of another release than the program", () => {
    expect(reasons({ version: "2.0.0" })[0]).toMatch(/^LB2025: .* release 2\.0\.0 .* release 1\.0\.0/);
    expect(reasons({ version: "1.0.0" })).toEqual([]);
  });

  test("properties of the engine", () => expect(reasons({ __internal: {}, pluginDownloadURL: "x" })).toEqual([]));
});
