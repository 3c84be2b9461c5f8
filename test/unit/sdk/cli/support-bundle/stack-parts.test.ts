import { expect, it } from "vitest";
import { readSpecs, translateToAvi } from "../../../../../sdk";
import { bundleOf } from "../../../../../sdk/cli/support-bundle/bundle";
import { Names } from "../../../../../sdk/cli/support-bundle/names";
import { planDigest, stackParts } from "../../../../../sdk/cli/support-bundle/stack-parts";
import { factsText, runFactsOf } from "../../../../../sdk/plan";
import { endpoints, service } from "../../../../support/manifests";

const OWNER = "pulumi-k8s-lb:acmeproject/acmestack/acmecluster/acmecomponent";
const KEY = "canaryKeyOfTheState1234";
const RULE = { host: "shop.acme.example", http: { paths: [{ path: "/acmepath", pathType: "Prefix", backend: backend() }] } };
const INGRESS = {
  apiVersion: "networking.k8s.io/v1",
  kind: "Ingress",
  metadata: { name: "acmefront", namespace: "default" },
  spec: { rules: [RULE] },
};
function backend() {
  return { service: { name: "acmeweb", port: { number: 80 } } };
}
const SETTINGS = { clusterName: "acmecluster", tenant: "acmetenant", naming: "ako-1.2" };

function deployment() {
  const specs = readSpecs([service("acmeweb", [80]), endpoints("acmeweb", ["10.7.0.1"], 8080), INGRESS].map((value) => ({ value })));
  const plan = translateToAvi(specs, { settings: SETTINGS, owner: OWNER });
  const of = (kind: string, name: string, inputs: object) => {
    const type = `pulumi-nodejs:dynamic/k8s-lb-${kind}`;
    const plain = JSON.parse(JSON.stringify({ ...inputs, owner: OWNER }));
    return { type, urn: `urn:pulumi:acmestack::acmeproject::${type}::${name}`, id: name, inputs: plain, outputs: {} };
  };
  const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", plaintext: JSON.stringify(KEY) };
  const summary = of("avi:Summary", "acmecomponent", { __facts: factsText(runFactsOf(plan, SETTINGS)) });
  const certificate = of("avi:Pool", "acmeother", { pool: { name: "acmeother", servers: [], description: KEY, further: secret } });
  return { resources: [...plan.resources.map(({ kind, name, inputs }) => of(kind, name, inputs)), certificate, summary] };
}

async function bundle(state: object, keepNames = false) {
  const names = new Names(keepNames);
  const parts = stackParts(async () => state, names);
  const { files, missing } = await bundleOf(parts, names);
  expect(missing).toEqual([]);
  return Object.fromEntries(files.map(({ path, content }) => [path, content]));
}

it("holds digests of what a state declares and the facts of the last run, without names and secrets", async () => {
  const files = await bundle(deployment());
  const [plan] = JSON.parse(files["state-plans.json"] ?? "");
  expect(plan).toMatchObject({ target: "avi", counts: { virtualservice: 1, vsvip: 1 }, digest: expect.stringMatching(/^h[0-9a-f]{16}$/) });
  const [summary] = JSON.parse(files["summaries.json"] ?? "");
  expect(summary).toMatchObject({ target: "avi", settings: { naming: "ako-1.2" } });
  expect(summary).not.toHaveProperty("rules");
  const all = Object.values(files).join("\n");
  expect(all).not.toMatch(/acme|10\.7\.0\.1|canary/i);
});

it("hides the secrets of a state also with names kept", async () => {
  const all = Object.values(await bundle(deployment(), true)).join("\n");
  expect(all).toContain("acmeweb");
  expect(all).not.toContain(KEY);
});

it("has other digests in another bundle: nobody finds a content by guessing", async () => {
  const [one, other] = [await bundle(deployment(), true), await bundle(deployment(), true)];
  const digest = (files: Record<string, string>) => JSON.parse(files["state-plans.json"] ?? "")[0].digest;
  expect(digest(one)).not.toBe(digest(other));
});

it("has one digest for equal objects, in whatever order their fields are", () => {
  const salt = new Names(false);
  const [one, other] = [{ pool: [{ name: "a", port: 80 }] }, { pool: [{ port: 80, name: "a" }] }];
  expect(planDigest("avi", one, salt)).toEqual(planDigest("avi", other, salt));
  expect(planDigest("avi", { pool: [{ name: "a", port: 81 }] }, salt).objects).not.toEqual(planDigest("avi", one, salt).objects);
});
