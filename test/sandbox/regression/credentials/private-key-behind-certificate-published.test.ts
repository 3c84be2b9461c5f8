import { expect, test } from "vitest";
import { describeObject } from "../../../../resources/diagnostic";
import { IDENTITY, identityText } from "../../../../resources/identity";
import { providerText } from "../../../../resources/provider-text";
import { objectsForWatch } from "../../../../sdk/components/objects-for-watch";
import { CERTIFICATE, PRIVATE_KEY } from "../../../support/pem";
import { providerHere } from "../../../support/provider-here";
import { PUBLIC_FIELDS } from "../../../support/public-pem";
import { KEY_FORMS, partsIn, published, RSA } from "../../../support/published";

// A private key in a field for certificates (the whole PEM file in `tls.crt`, both fields swapped, a key as authority) was published with the
// certificate: in previews, in `translate`, in `diff` and in the state. Every field for certificates of every kind, in every form of a key.

const CASES = PUBLIC_FIELDS.flatMap((one) => one.to.map((to) => [one.field, to, one] as const));

test.each(CASES)("%s on %s: a key behind a certificate is an error and goes nowhere", (_field, to, { specs, told, at }) => {
  for (const [form, key] of Object.entries(KEY_FORMS)) {
    for (const both of [`${CERTIFICATE}${key}`, `${key}\n${CERTIFICATE}`]) {
      const found = published(to, specs(both));
      expect(partsIn(found.text, key), form).toEqual([]);
      expect(found.told.map(({ object, severity, pointer }) => [object, severity, pointer])).toEqual([[told, "error", at]]);
      expect(found.told[0]?.message).toMatch(/ a private key/);
    }
  }
});

test.each(CASES)("%s on %s: a key alone is an error and goes nowhere", (_field, to, { specs, told }) => {
  for (const [form, key] of Object.entries(KEY_FORMS)) {
    const found = published(to, specs(key));
    expect(partsIn(found.text, key), form).toEqual([]);
    expect(
      found.told.map(({ object }) => object),
      form,
    ).toEqual([told]);
  }
});

test.each(CASES)(
  "%s on %s: certificates alone, with the text that openssl writes before them, are nothing to report",
  (_f, to, { specs }) => {
    for (const text of [
      CERTIFICATE,
      `${CERTIFICATE}${CERTIFICATE}`,
      CERTIFICATE.replaceAll("\n", "\r\n"),
      `Bag Attributes\n  a: b\n${CERTIFICATE}`,
    ])
      expect(published(to, specs(text)).told).toEqual([]);
  },
);

test.each(CASES.filter(([, , { swapped }]) => swapped))("%s on %s: swapped fields are named as swapped", (_field, to, { swapped }) => {
  const { text, told } = published(to, swapped?.(PRIVATE_KEY, CERTIFICATE) ?? []);
  expect(partsIn(text, PRIVATE_KEY)).toEqual([]);
  expect(told.map(({ message }) => message)).toEqual([expect.stringMatching(/are swapped: .* a private key/)]);
});

test("an Ingress and a Route keep their certificates, and strict kinds are rejected as with any unusable certificate", () => {
  const states = PUBLIC_FIELDS.map(({ field, to, specs, told }) => {
    const { statuses } = published(to[0] ?? "avi", specs(`${CERTIFICATE}${PRIVATE_KEY}`));
    return `${field}: ${statuses.find(({ object }) => describeObject(object) === told)?.state}`;
  });
  expect(states).toEqual([
    "tls.crt of an Ingress: partial",
    "alt.crt of an Ingress: partial",
    "tls.crt of the cluster: partial",
    "Route certificate: partial",
    "Route caCertificate: partial",
    "Route destinationCACertificate: partial",
    "tls.crt of a Route: partial",
    "tls.crt of an IngressRoute: invalid",
    "ca.crt of an IngressRoute: invalid",
    "tls.crt of a Gateway: rejected",
    "ca.crt of a Gateway: rejected",
    "tls.crt of a HostRule: Accepted",
    "destinationCA of an HTTPRule: Accepted",
  ]);
});

test("objects of a program reach watch without a private key in their public fields", () => {
  const both = `${CERTIFICATE}${PRIVATE_KEY}`;
  const secret = {
    ...{ apiVersion: "v1", kind: "Secret", metadata: { name: "tls" } },
    data: { "tls.crt": Buffer.from(both).toString("base64") },
    stringData: { "ca.crt": both },
  };
  const [handed] = objectsForWatch([secret]) as { data: { [key: string]: string }; stringData: object }[];
  expect(Buffer.from(handed?.data["tls.crt"] ?? "", "base64").toString()).toBe(CERTIFICATE);
  expect(handed?.stringData).toEqual({ "ca.crt": CERTIFICATE });
});

test("check refuses a private key in a field that no table calls secret, and says where without its text", async () => {
  const host = await providerHere({});
  const inputs = {
    owner: "pulumi-k8s-lb:shop/dev/main",
    certificate: { name: "a", certificate: { certificate: `${CERTIFICATE}${RSA}` }, key: RSA, dynamic_params: [{ name: "x", value: RSA }] },
    caCertificate: { name: "ca", certificate: { certificate: CERTIFICATE } },
    [IDENTITY]: identityText("urn:pulumi:dev::shop::t::a"),
    __provider: providerText("avi:Certificate"),
  };
  const { failures } = await host.check({}, inputs);
  const why =
    "holds a private key, and the field is not secret: previews and the state would show it. Keys are for the key of a certificate";
  expect(failures.map(({ reason }) => reason)).toEqual([
    `LB2024: certificate.certificate.certificate: ${why}`,
    `LB2024: certificate.dynamic_params[0].value: ${why}`,
  ]);
  expect(failures.every(({ property }) => property === "")).toBe(true);
});
