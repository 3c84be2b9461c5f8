import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../../sandbox/index";
import { identified } from "../../../support/identified";
import { aviConfig, providerHere } from "../../../support/provider-here";
import { Resource } from "../../lib/engine";
import type { Host, Props } from "../../lib/host";
import { OWNER, prepareSamples, SAMPLES } from "../../lib/samples";

// An Ingress with TLS that is renamed under namespace shards, or another scheme, makes a child whose host its parent still has.

let avi: AviSandbox;
let host: Host;

beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
  await prepareSamples();
});
beforeEach(async () => {
  avi.reset();
  host = await providerHere(aviConfig(avi));
  await SAMPLES.find(({ kind }) => kind === "avi:SniVS")?.prepare?.({ avi, host });
});
afterAll(() => avi?.close());

/** A child of the sample's parent, without policies. */
const child = (name: string, hosts: string[], owner = OWNER): Props => ({
  owner,
  poolGroups: [],
  policies: [],
  virtualService: {
    name,
    type: "VS_TYPE_VH_CHILD",
    vh_parent_vs_ref: "/api/virtualservice?name=c1--Shared-L7-0",
    vh_domain_name: hosts,
    ssl_key_and_certificate_refs: ["/api/sslkeyandcertificate?name=System-Default-Cert"],
  },
  ...identified(`urn:pulumi:test::test::k8s-lb:avi:KubernetesCluster$pulumi-nodejs:dynamic/k8s-lb-avi:SniVS::${name}`),
});
const hostsOf = (name: string) => avi.store.get("virtualservice", name)?.vh_domain_name;
/** As a new run meets it: its process knows only what its program declares. */
const made = async (inputs: Props) => {
  const resource = new Resource(host, "avi:SniVS");
  await resource.up(inputs);
  return resource;
};
const nextRun = async () => {
  host = await providerHere(aviConfig(avi));
};

test("a child that goes lets go of its host before the new one has it", async () => {
  const old = await made(child("c1--old", ["a.avi.internal"]));
  await nextRun();
  await made(child("c1--new", ["A.avi.internal"]));
  expect(hostsOf("c1--new")).toEqual(["A.avi.internal"]);
  // it may be kept on purpose: to delete it is up to its own resource
  expect(hostsOf("c1--old")).toEqual([expect.stringMatching(/^[0-9a-f]{16}\.invalid$/)]);
  const going = new Resource(host, "avi:SniVS");
  going.state = old.state;
  await going.destroy();
  expect(hostsOf("c1--old")).toBeUndefined();
  expect(hostsOf("c1--new")).toEqual(["A.avi.internal"]);
});

test("of several hosts it keeps those that nobody wants, also when many take one each", async () => {
  await made(child("c1--old", ["a.avi.internal", "b.avi.internal", "c.avi.internal", "d.avi.internal"]));
  await nextRun();
  await Promise.all(["a", "b", "c"].map((letter) => made(child(`c1--${letter}`, [`${letter}.avi.internal`]))));
  expect(hostsOf("c1--old")).toEqual(["d.avi.internal"]);
  expect(["a", "b", "c"].map((letter) => hostsOf(`c1--${letter}`))).toEqual([["a.avi.internal"], ["b.avi.internal"], ["c.avi.internal"]]);
});

test("a child that is there takes a host, too", async () => {
  await made(child("c1--old", ["a.avi.internal", "b.avi.internal"]));
  const other = await made(child("c1--other", ["c.avi.internal"]));
  await nextRun();
  const { state } = other;
  const again = new Resource(host, "avi:SniVS");
  again.state = state;
  expect(await again.up(child("c1--other", ["b.avi.internal", "c.avi.internal"]))).toBe("updated");
  expect(hostsOf("c1--old")).toEqual(["a.avi.internal"]);
});

test("nothing is taken from a child of others", async () => {
  await made(child("c1--old", ["a.avi.internal"], "ako-other"));
  await nextRun();
  await expect(made(child("c1--new", ["a.avi.internal"]))).rejects.toThrow("a.avi.internal is already used by c1--old");
  expect(hostsOf("c1--old")).toEqual(["a.avi.internal"]);
});

test("of two children of one program none takes the host of the other", async () => {
  await made(child("c1--old", ["a.avi.internal"]));
  await expect(made(child("c1--new", ["a.avi.internal"]))).rejects.toThrow("a.avi.internal is already used by c1--old");
  expect(hostsOf("c1--old")).toEqual(["a.avi.internal"]);
});
