/** The choice of the native plugin: by a call or by the environment, for a whole program, with the configuration of the stack. */
import type * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

interface Registered {
  type: string;
  inputs: { [property: string]: unknown };
  provider?: string;
}

let registered: Registered[] = [];
let avi: typeof import("../../../sdk/targets/avi");
let native: typeof import("../../../sdk/native");
let sdk: typeof pulumi;

beforeEach(async () => {
  vi.resetModules();
  registered = [];
  sdk = await import("@pulumi/pulumi");
  await sdk.runtime.setMocks({
    newResource: ({ type, name, inputs, provider }) => {
      registered.push({ type, inputs, provider });
      return { id: `${name}-id`, state: inputs };
    },
    call: () => ({}),
  });
  [avi, native] = await Promise.all([import("../../../sdk/targets/avi/index.js"), import("../../../sdk/native.js")]);
});

afterEach(() => {
  vi.unstubAllEnvs();
  sdk.runtime.setAllConfig({});
});

/** A pool as it is registered. */
async function pool(): Promise<Registered | undefined> {
  const made = new avi.Pool("web", { pool: { name: "web" } });
  await new Promise((done) => made.urn.apply(done));
  return registered.find(({ type }) => type.endsWith("avi:Pool"));
}

test("resources are dynamic where nothing is chosen", async () => {
  const made = await pool();
  expect(made?.type).toBe("pulumi-nodejs:dynamic/k8s-lb-avi:Pool");
  expect(Object.keys(made?.inputs ?? {})).toEqual(expect.arrayContaining(["__provider", "__origin"]));
});

test.each(["1", "true", "YES"])("K8S_LB_NATIVE=%s chooses the plugin, whose resources hold no code", async (word) => {
  vi.stubEnv("K8S_LB_NATIVE", word);
  const made = await pool();
  expect(made?.type).toBe("k8s-lb:avi:Pool");
  expect(made?.inputs).not.toHaveProperty("__provider");
  expect(made?.inputs).toMatchObject({ owner: expect.stringMatching(/^pulumi-k8s-lb:/), pool: { name: "web" } });
});

test("useNativePlugin() chooses it, too", async () => {
  native.useNativePlugin();
  expect((await pool())?.type).toBe("k8s-lb:avi:Pool");
});

test("useNativePlugin() after the first resource is refused, and nothing is half native", async () => {
  await pool();
  expect(() => native.useNativePlugin()).toThrow(/LB1123: useNativePlugin\(\) is called after the first resource/);
  expect(native.nativeVersion()).toBeUndefined();
});

test("a word that is neither yes nor no is refused", () => {
  vi.stubEnv("K8S_LB_NATIVE", "perhaps");
  expect(() => native.nativeVersion()).toThrow(/LB1123: K8S_LB_NATIVE is "perhaps"/);
});

test("the configuration of the stack is a provider, of which what is secret is secret", async () => {
  vi.stubEnv("K8S_LB_NATIVE", "1");
  sdk.runtime.setAllConfig({ "avi:controller": "avi.example.com", "avi:password": "hunter2", "aws:region": "x" }, ["avi:password"]);
  const made = await pool();
  const [connection] = registered.filter(({ type }) => type === "pulumi:providers:k8s-lb");
  expect(Object.keys(connection?.inputs ?? {}).sort()).toEqual(["avi:controller", "avi:password"]);
  expect(made?.provider).toContain("pulumi:providers:k8s-lb::stack");
});

test("the option import is for the plugin alone", () => {
  const imported = () => new avi.Pool("web", { pool: { name: "web" } }, { import: "admin/web" });
  expect(imported).toThrow(/LB1123: the option `import` of web needs the native plugin[\s\S]*K8S_LB_NATIVE=1/);
});
