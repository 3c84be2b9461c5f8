import { createPrivateKey, X509Certificate } from "node:crypto";
import { asObject, isObject, type JsonObject, sameJson, text } from "../../shared/json";
import type { Behaviour } from "../registry";
import { denied, type FieldError, invalid, required } from "../status";

/** What the types of secrets that Kubernetes knows must hold. */
const NEEDED: { [type: string]: string[] } = {
  "kubernetes.io/tls": ["tls.crt", "tls.key"],
  "kubernetes.io/ssh-auth": ["ssh-privatekey"],
  "kubernetes.io/dockerconfigjson": [".dockerconfigjson"],
};

const KEY = /^[-._a-zA-Z0-9]+$/;
const ABOUT_KEYS =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";

export const secret: Behaviour = {
  defaults(object) {
    object.type ||= "Opaque";
    if (!isObject(object.stringData)) return;
    const written = Object.entries(object.stringData).map(([key, value]) => [key, Buffer.from(text(value)).toString("base64")]);
    object.data = { ...asObject(object.data), ...Object.fromEntries(written) };
    delete object.stringData;
  },
  validate(object, old) {
    const data = asObject(object.data);
    return [
      ...(old && old.type !== object.type ? [invalid("type", object.type, "field is immutable")] : []),
      ...(old?.immutable === true ? immutableFaults(object, old) : []),
      ...Object.keys(data).flatMap((key) => (KEY.test(key) ? [] : [invalid(`data[${key}]`, key, ABOUT_KEYS)])),
      ...(NEEDED[text(object.type)] ?? []).filter((key) => !(key in data)).map((key) => required(`data[${key}]`)),
    ];
  },
  warnings: ({ type, data }) => (type === "kubernetes.io/tls" ? pairWarnings(asObject(data)) : []),
};

/** What was once declared immutable stays. */
function immutableFaults(object: JsonObject, old: JsonObject): FieldError[] {
  const changed = ["immutable", "data"].filter((field) => !sameJson(object[field], old[field]));
  return changed.map((field) => denied(field, "field is immutable when `immutable` is set"));
}

function pairWarnings(data: JsonObject): string[] {
  const [certificate, key] = ["tls.crt", "tls.key"].map((field) => Buffer.from(text(data[field]), "base64").toString("utf8")) as [
    string,
    string,
  ];
  if (!certificate.includes("-----BEGIN CERTIFICATE")) return ["tls: failed to find any PEM data in certificate input"];
  if (!key.includes("-----BEGIN ")) return ["tls: failed to find any PEM data in key input"];
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key)) ? [] : ["tls: private key does not match public key"];
  } catch (error) {
    return [`tls: ${(error as Error).message}`];
  }
}
