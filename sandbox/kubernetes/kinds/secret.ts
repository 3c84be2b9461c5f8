import { createPrivateKey, X509Certificate } from "node:crypto";
import { asObject, isObject, type JsonObject, text } from "../../shared/json";
import { type FieldError, invalid, required } from "../errors/field";
import type { Behaviour } from "../resources/resource";
import { immutableFaults, keyFaults } from "./config-map";

const CONFIG = ".dockerconfigjson";
const HIDDEN = "<secret contents redacted>";

/** What the types of secrets that Kubernetes knows must hold. */
const NEEDED: { [type: string]: string[] } = {
  "kubernetes.io/tls": ["tls.crt", "tls.key"],
  "kubernetes.io/ssh-auth": ["ssh-privatekey"],
  "kubernetes.io/dockerconfigjson": [CONFIG],
};

export const secret: Behaviour = {
  defaults(object) {
    object.type ||= "Opaque";
    if (!isObject(object.stringData)) return;
    const written = Object.entries(object.stringData).map(([key, value]) => [key, Buffer.from(text(value)).toString("base64")]);
    object.data = { ...asObject(object.data), ...Object.fromEntries(written) };
    delete object.stringData;
  },
  prepare(object, old) {
    if (old && !text(object.type)) object.type = old.type!;
  },
  validate(object, old) {
    const data = asObject(object.data);
    const changed = old && old.type !== object.type ? [invalid("type", object.type, "field is immutable")] : [];
    return [...changed, ...immutableFaults(object, old, ["data"]), ...keyFaults("data", data), ...contentFaults(text(object.type), data)];
  },
  warnings: ({ type, data }) => (type === "kubernetes.io/tls" ? pairWarnings(asObject(data)) : []),
};

function contentFaults(type: string, data: JsonObject): FieldError[] {
  const faults = (NEEDED[type] ?? []).filter((key) => !(key in data)).map((key) => required(`data[${key}]`));
  if (type === "kubernetes.io/basic-auth" && !("username" in data) && !("password" in data)) {
    faults.push(required("data[username]"), required("data[password]"));
  }
  if (type !== "kubernetes.io/dockerconfigjson" || !(CONFIG in data)) return faults;
  const content = decoded(data[CONFIG]);
  try {
    JSON.parse(content);
    return faults;
  } catch {
    return [...faults, invalid(`data[${CONFIG}]`, HIDDEN, wordFault(content))];
  }
}

/** The first letter that does not go on as the word it begins. */
function wordFault(content: string): string {
  const word = ["null", "true", "false"].find((each) => content.startsWith(each.charAt(0)));
  if (!word) return `invalid character '${content.charAt(0)}' looking for beginning of value`;
  const at = [...word].findIndex((letter, i) => content.charAt(i) !== letter);
  return `invalid character '${content.charAt(at)}' in literal ${word} (expecting '${word.charAt(at)}')`;
}

const decoded = (value: unknown): string => Buffer.from(text(value), "base64").toString("utf8");

function pairWarnings(data: JsonObject): string[] {
  const [certificate, key] = [decoded(data["tls.crt"]), decoded(data["tls.key"])];
  if (!certificate.includes("-----BEGIN CERTIFICATE")) return ["tls: failed to find any PEM data in certificate input"];
  if (!key.includes("-----BEGIN ")) return ["tls: failed to find any PEM data in key input"];
  try {
    const fits = new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
    return fits ? [] : ["tls: private key does not match public key"];
  } catch (error) {
    return [`tls: ${(error as Error).message}`];
  }
}
