// Reads certificates into the fields that a controller answers with.
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { asObject, type JsonObject, text } from "../shared/json";
import { AviError } from "./http";
import { MASK } from "./schema";
import type { ControllerState } from "./state";

/** Parses the certificate into the fields the server answers with, and keeps the key where a client sends back the mask it read. */
export function checkSslKeyAndCertificate(state: ControllerState, body: JsonObject, before: JsonObject | undefined): void {
  if (body.key === MASK) {
    if (before?.key === undefined) delete body.key;
    else body.key = before.key;
  }
  body.key_passphrase ??= "";
  body.status ??= "SSL_CERTIFICATE_FINISHED";
  const certificate = asObject(body.certificate);
  const pem = text(certificate.certificate);
  if (pem === "") return; // a signing request, or a certificate the controller is asked to make itself
  const parsed = parseCertificate(pem);
  if (!parsed) {
    if (state.settings.lenientCertificates) return;
    throw new AviError(500, "Import error: the certificate could not be loaded, common_name not found", "error", text(body.name));
  }
  if (body.key !== undefined && !state.settings.lenientCertificates && !privateKeyMatches(pem, text(body.key), text(body.key_passphrase))) {
    throw new AviError(400, `Import error: key and certificate of ${text(body.name)} do not match`, "error", text(body.name));
  }
  // who writes back what a GET showed sends these too
  const { text: _text, public_key: _key, ...written } = certificate;
  body.certificate = { ...written, ...parsed.certificate };
  body.key_params = parsed.keyParams;
}

interface ParsedCertificate {
  certificate: JsonObject;
  keyParams: JsonObject;
}

const NAMES: { [short: string]: string } = {
  CN: "common_name",
  O: "organization",
  OU: "organization_unit",
  L: "locality",
  ST: "state",
  C: "country",
  emailAddress: "email_address",
};

/** Fields that the controller reads from a PEM certificate; undefined if the text contains none. */
function parseCertificate(pem: string): ParsedCertificate | undefined {
  const x509 = open(pem);
  if (!x509) return undefined;
  const notAfter = new Date(x509.validTo);
  const daysLeft = Math.floor((notAfter.getTime() - Date.now()) / 86_400_000);
  const expiry = daysLeft < 0 ? "EXPIRED" : daysLeft < 30 ? "EXPIRY_WARNING" : "GOOD";
  return {
    certificate: {
      version: "2",
      serial_number: BigInt(`0x${x509.serialNumber}`).toString(),
      self_signed: x509.subject === x509.issuer,
      issuer: description(x509.issuer),
      subject: description(x509.subject),
      signature_algorithm: "sha256WithRSAEncryption",
      not_before: shown(new Date(x509.validFrom)),
      not_after: shown(notAfter),
      fingerprint: `SHA1 Fingerprint=${x509.fingerprint}\n`,
      expiry_status: `SSL_CERTIFICATE_${expiry}`,
      days_until_expire: Math.min(Math.max(daysLeft, 1), 365),
    },
    keyParams: keyParams(x509.publicKey),
  };
}

/** The lengthy fields that only a GET shows. */
export function certificateText(pem: string): JsonObject {
  const x509 = open(pem);
  if (!x509) return {};
  const lines = ["Certificate:", `    Serial Number: ${x509.serialNumber}`, `    Issuer: ${x509.issuer}`, `    Subject: ${x509.subject}`];
  return { text: lines.join("\n"), public_key: String(x509.publicKey.export({ type: "spki", format: "pem" })) };
}

function privateKeyMatches(pem: string, key: string, passphrase: string): boolean {
  try {
    return open(pem)?.checkPrivateKey(createPrivateKey({ key, passphrase: passphrase || undefined })) ?? false;
  } catch {
    return false;
  }
}

const opened = new Map<string, X509Certificate | undefined>();

/** The certificate in a text. Every list shows those of its page again, so the last thousand are kept. */
function open(pem: string): X509Certificate | undefined {
  if (!pem.includes("-----BEGIN")) return undefined;
  if (opened.has(pem)) return opened.get(pem);
  if (opened.size >= 1000) opened.clear();
  const read = readCertificate(pem);
  opened.set(pem, read);
  return read;
}

function readCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

/** `CN=a\nO=b` as the controller shows it. */
function description(lines: string): JsonObject {
  const out: JsonObject = {};
  const parts = (lines ?? "").split("\n").filter(Boolean);
  for (const part of parts) {
    const at = part.indexOf("=");
    const name = NAMES[part.slice(0, at)];
    if (name) out[name] = part.slice(at + 1);
  }
  out.distinguished_name = parts.join(", ");
  return out;
}

/** `2017-06-11 04:44:28` in UTC. */
function shown(date: Date): string {
  return date.toISOString().slice(0, 19).replace("T", " ");
}

function keyParams(key: KeyObject): JsonObject {
  const details = key.asymmetricKeyDetails;
  if (key.asymmetricKeyType === "ec") {
    const curves: { [name: string]: string } = { prime256v1: "SECP256R1", secp384r1: "SECP384R1", secp521r1: "SECP521R1" };
    const curve = curves[details?.namedCurve ?? ""] ?? "SECP256R1";
    return { algorithm: "SSL_KEY_ALGORITHM_EC", ec_params: { curve: `SSL_KEY_EC_CURVE_${curve}` } };
  }
  const size = `SSL_KEY_${details?.modulusLength ?? 2048}_BITS`;
  return { algorithm: "SSL_KEY_ALGORITHM_RSA", rsa_params: { key_size: size, exponent: Number(details?.publicExponent ?? 65537) } };
}
