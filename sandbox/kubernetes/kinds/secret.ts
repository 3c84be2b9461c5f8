import { asObject, isObject, text } from "../../shared/json";
import type { Behaviour } from "../registry";
import { invalid, required } from "../status";

/** What the types of secrets that Kubernetes knows must hold. */
const NEEDED: { [type: string]: string[] } = {
  "kubernetes.io/tls": ["tls.crt", "tls.key"],
  "kubernetes.io/ssh-auth": ["ssh-privatekey"],
  "kubernetes.io/dockerconfigjson": [".dockerconfigjson"],
};

export const secret: Behaviour = {
  defaults(object) {
    object.type ||= "Opaque";
    if (!isObject(object.stringData)) return;
    const written = Object.entries(object.stringData).map(([key, value]) => [key, Buffer.from(text(value)).toString("base64")]);
    object.data = { ...asObject(object.data), ...Object.fromEntries(written) };
    delete object.stringData;
  },
  validate({ type, data }, old) {
    const missing = (NEEDED[text(type)] ?? []).filter((key) => !(key in asObject(data)));
    return [
      ...(old && old.type !== type ? [invalid("type", type, "field is immutable")] : []),
      ...missing.map((key) => required(`data[${key}]`)),
    ];
  },
};
