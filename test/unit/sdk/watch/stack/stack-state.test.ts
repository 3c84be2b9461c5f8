import { describe, expect, test } from "vitest";
import { identityIn, identityText } from "../../../../../resources/identity";
import { connectionOf, resourcesIn } from "../../../../../sdk/watch/stack/stack-state";
import { STATE_FORMS } from "../../../../support/state-forms";

// A state of a stack: which resources are ours, and by which connection each is written.

const SPECS = ["Ingress shop/web"];
const SECRET = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", plaintext: '"hidden"' };
const urnOf = (type: string, name: string) => `urn:pulumi:dev::shop::${type}::${name}`;
const resource = (type: string, name: string, more: object = {}) => ({ type, urn: urnOf(type, name), id: name, ...more });

describe.each(STATE_FORMS)("%s resources", (form, prefix) => {
  const type = `${prefix}avi:Pool`;
  // the engine tells a plugin the URN, so that no state of it has one
  const identity = identityText(form === "native" ? "" : urnOf(type, "web"), SPECS);
  const properties = { owner: "o", __origin: identity };

  test("have the type of their kind, secrets in clear, and their URN", () => {
    const state = { resources: [resource(type, "web", { inputs: { ...properties, key: SECRET }, outputs: properties })] };
    expect(resourcesIn(state)).toMatchObject([
      { type: "avi:Pool", name: "web", id: "web", inputs: { owner: "o", key: "hidden" }, outputs: { owner: "o" } },
    ]);
    for (const { inputs, outputs } of resourcesIn(state))
      for (const held of [inputs, outputs]) expect(identityIn(held)).toEqual({ urn: urnOf(type, "web"), specs: SPECS });
  });

  test("are neither components nor resources of others, nor those that go", () => {
    const component = { type: "k8s-lb:avi:KubernetesCluster", urn: urnOf("k8s-lb:avi:KubernetesCluster", "main") };
    const others = [
      resource("kubernetes:core/v1:Service", "web"),
      resource("pulumi-nodejs:dynamic:Resource", "mine"),
      resource("k8s-lb:avi:KubernetesCluster", "with-an-id"),
      resource(type, "old", { delete: true }),
      component,
    ];
    expect(resourcesIn({ resources: others })).toEqual([]);
    expect(resourcesIn(undefined)).toEqual([]);
  });
});

describe("the connection", () => {
  const CONFIG = { "avi:controller": "of-stack", "avi:username": "ci", "k8s-lb:avi": '{"controller":"of-plugin"}' };
  const FLAT = { "avi:controller": "explicit", "avi:password": SECRET };
  const NESTED = { controller: "explicit", password: SECRET, insecure: true };

  function connectionBy(provider: string, name: string, inputs: object) {
    const type = provider === "k8s-lb" ? "k8s-lb:avi:Pool" : "pulumi-nodejs:dynamic/k8s-lb-avi:Pool";
    const made = resource(`pulumi:providers:${provider}`, name, { inputs });
    const [pool] = resourcesIn({ resources: [made, resource(type, "web", { provider: `${made.urn}::${made.id}` })] });
    return pool && connectionOf(pool, CONFIG);
  }

  test.each([
    ["the default host", "pulumi-nodejs", "default", CONFIG, CONFIG],
    ["an explicit host", "pulumi-nodejs", "east", FLAT, { "avi:controller": "explicit", "avi:password": "hidden" }],
    ["the default plugin", "k8s-lb", "default_0_1_0", { avi: "{}" }, { "avi:controller": "of-plugin" }],
    ["the plugin by the stack", "k8s-lb", "stack-configuration", FLAT, { ...CONFIG, "avi:controller": "of-plugin" }],
    ["an explicit plugin of a program", "k8s-lb", "east", FLAT, { "avi:controller": "explicit", "avi:password": "hidden" }],
    [
      "an explicit plugin with an object",
      "k8s-lb",
      "east",
      { avi: NESTED },
      { "avi:controller": "explicit", "avi:password": "hidden", "avi:insecure": "true" },
    ],
    ["an explicit plugin with text", "k8s-lb", "east", { avi: '{"controller":"explicit"}' }, { "avi:controller": "explicit" }],
    [
      "a secret object",
      "k8s-lb",
      "stack",
      { avi: { ...SECRET, plaintext: '{"controller":"explicit"}' } },
      { "avi:controller": "explicit" },
    ],
  ])("of %s", (_, provider, name, inputs, expected) => {
    expect(connectionBy(provider, name, inputs)).toEqual(expected);
  });
});
