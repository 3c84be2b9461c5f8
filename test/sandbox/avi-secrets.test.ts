// Certificates and keys on Avi: changes, authorities that others use, and no secret in a message.
import { beforeAll, describe, expect, test } from "vitest";
import { world, writes } from "./lib/avi-world";
import { certificateFor, type KeyPair } from "./lib/certificates";
import { Resource } from "./lib/engine";
import { PROCESS, type Props } from "./lib/host";
import { type AviSample, prepareSamples, SAMPLES } from "./lib/samples";

const started = world({ adapter: PROCESS });
let other: KeyPair;
beforeAll(async () => {
  await prepareSamples();
  other = await certificateFor("shop.example.com");
});

const sample = SAMPLES.find(({ kind }) => kind === "avi:SniVS") as AviSample;
const certificateOf = (inputs: Props) => inputs.certificate as { key: string; certificate: Props };

async function created(): Promise<Resource> {
  await sample.prepare?.(started);
  const resource = new Resource(started.host, sample.kind);
  await resource.up(sample.inputs());
  started.avi.resetCalls();
  return resource;
}

describe("certificates", () => {
  test("a new certificate with its key is one write, and quiet afterwards", async () => {
    const resource = await created();
    const inputs = sample.inputs();
    const certificate = { ...certificateOf(inputs), key: other.key, certificate: { certificate: other.certificate } };
    const renewed = { ...inputs, certificate };
    expect(await resource.preview(renewed)).toEqual({ changes: true, replaces: [] });
    await resource.up(renewed);
    expect(writes(started.avi)).toEqual(["PUT sslkeyandcertificate"]);
    expect(started.avi.store.get("sslkeyandcertificate", "c1--shop")?.key).toBe(other.key);
    await resource.refresh();
    expect(await resource.preview(renewed)).toEqual({ changes: false, replaces: [] });
  });

  test("PEM texts that differ in line ends only are the same", async () => {
    const resource = await created();
    const inputs = sample.inputs();
    const certificate = certificateOf(inputs);
    const windows = { certificate: String(certificate.certificate.certificate).replace(/\r?\n/g, "\r\n") };
    expect(await resource.preview({ ...inputs, certificate: { ...certificate, certificate: windows } })).toEqual({
      changes: false,
      replaces: [],
    });
  });

  test("the controller may answer with another authority of the same content", async () => {
    const resource = await created();
    const authority = started.avi.store.get("sslkeyandcertificate", "c1--ca") ?? {};
    const { uuid: _, ...content } = authority;
    const twin = started.avi.store.put("sslkeyandcertificate", { ...content, name: "somebody-elses-ca", created_by: "somebody" });
    started.avi.store.patch("sslkeyandcertificate", "c1--shop", {
      ca_certs: [{ ca_ref: `/api/sslkeyandcertificate/${String(twin.uuid)}` }],
    });
    await resource.refresh();
    expect(await resource.preview(sample.inputs())).toEqual({ changes: false, replaces: [] });
  });

  test("an authority that others use stays when the resource is deleted", async () => {
    const resource = await created();
    const authority = started.avi.store.get("sslkeyandcertificate", "c1--ca") ?? {};
    const { uuid: _, ...own } = started.avi.store.get("sslkeyandcertificate", "c1--shop") ?? {};
    const ca_certs = [{ ca_ref: `/api/sslkeyandcertificate/${String(authority.uuid)}` }];
    started.avi.store.put("sslkeyandcertificate", { ...own, name: "somebody-elses", created_by: "somebody", ca_certs });
    await resource.destroy();
    expect(started.avi.store.get("sslkeyandcertificate", "c1--ca")).toBeDefined();
    expect(started.avi.store.get("sslkeyandcertificate", "c1--shop")).toBeUndefined();
  });

  test("no key and no password in errors or in what the process prints", async () => {
    const resource = await created();
    const inputs = sample.inputs();
    const broken = { ...certificateOf(inputs), key: "-----BEGIN PRIVATE KEY-----\nTOPSECRET\n-----END PRIVATE KEY-----" };
    const error = (await resource.up({ ...inputs, certificate: broken }).catch((thrown: unknown) => thrown)) as Error | string;
    const messages = `${String(error)} ${started.host.output()}`;
    for (const secret of ["TOPSECRET", started.avi.password, certificateOf(inputs).key.slice(40, 80)])
      expect(messages).not.toContain(secret);
  });
});

test("an object that others refer to is not deleted, and they are named", async () => {
  await sample.prepare?.(started);
  const pool = new Resource(started.host, "avi:Pool");
  await pool.import("admin/c1--a");
  await expect(pool.destroy()).rejects.toThrow(/LB2005: Pool c1--a: still referred to by .*c1--Shared-L7-0/);
});
