// Replaces values that must differ between two servers by equal ones: ids, versions, times, allocated addresses and ports, and the servers'
// own.
import { valueAt } from "../../lib/replay/paths.mjs";

const id = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const allocated = /\b10\.96\.\d+\.\d+\b(?!\/)/g;
/** Messages that quote an object, or two versions that disagree. */
const quotedVersion =
  /(resourceVersion\W{3,6}|ResourceVersion in the precondition \(|ResourceVersion in record \(|[vV]ersion in \w+: )(\d+)/g;
const time = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z\b/g;

/** Values that are different each time, by key. */
const opaque = new Set(["continue", "token"]);
/** A hint for other servers. */
const dropped = new Set(["storageVersionHash"]);
/** Methods that the sandbox does not serve, in lists of methods and kinds. */
const unserved = new Set(["update", "deletecollection"]);
const isServed = (kind) => !/\/finalize$/.test(kind.name ?? "");

const shown = ["allow", "content-type", "location", "retry-after", "www-authenticate"];

/** Traces of Go in messages: places in its source, values in its own spelling, and texts of its parsers. */
const ofGo = [
  [/ in scheme ".*?"/g, " in scheme"],
  [/((?:Invalid|Duplicate) value: )\[?\{"[A-Z].*[}\]](?=[:,]|$)/g, "$1<value>"],
  [/(Invalid value: )"\{\\"(?:apiVersion|kind)\\".*\}"(?=:)/g, "$1<object>"],
  [/(error decoding (?:YAML|patch): |json parse error: |continue key is not valid: ).*/g, "$1<parser>"],
  [/, got &value\.\w+\{.*\}$/g, ", got <value>"],
  [/( cannot be handled as a \w+: |Invalid value: <object>: ).*/g, "$1<why>"],
  [/ is missing in '.*/g, " is missing"],
  [/(failed to create typed patch object) \(.*?\)/g, "$1"],
  [/: status\.(\S+ in body )/g, ": $1"],
  [/\n@@ -\d[\s\S]*/g, "\n<difference>"],
];

/** Several faults come in any order, some twice, one of them perhaps without a place, and the message lists them too. */
function inOrder({ message, details, ...status }) {
  const text = (cause) => `${cause.field}: ${cause.message}`;
  const placed = new Map(details.causes.filter(({ field }) => field !== "<nil>").map((cause) => [text(cause), cause]));
  const causes = [...placed.keys()].sort().map((key) => placed.get(key));
  const several = causes.length > 1 ? message.replace(/( is invalid: | conflicts: ).*$/s, "$1<the causes>") : message;
  return { ...status, message: several, details: { ...details, causes } };
}

export class KubernetesNormaliser {
  #names = new Map();
  #random = new Map();
  #server;
  #variables;
  #sent;

  /** `steps`: of the case; what is written there is shown as it is. */
  constructor({ url }, variables, steps) {
    this.#server = new URL(url).host;
    this.#variables = variables;
    this.#sent = JSON.stringify(steps);
  }

  /** `step.pick`: the paths of the answer that count. */
  normalise({ status, headers, body }, { pick }) {
    const kept = Object.fromEntries(shown.flatMap((name) => (name in headers ? [[name, this.#text(headers[name])]] : [])));
    const value = this.#value(body.details?.causes?.length > 0 ? inOrder(body) : body);
    return { status, headers: kept, body: pick ? Object.fromEntries(pick.map((path) => [path, valueAt(value, path)])) : value };
  }

  #value(value, key) {
    if (opaque.has(key) && value !== "") return "<any>";
    if (key === "managedFields" && Array.isArray(value)) return this.#managers(value);
    if (key === "resources" && value[0]?.singularName !== undefined) return this.#byName(value);
    if (key === "verbs" && Array.isArray(value)) return value.filter((verb) => !unserved.has(verb)).sort();
    if (typeof value === "number" && /nodeport$/i.test(key ?? "")) return this.#port(value);
    if (typeof value === "string") return key === "resourceVersion" ? this.#version(value) : this.#text(value);
    if (Array.isArray(value)) return value.map((item) => this.#value(item));
    if (value === null || typeof value !== "object") return value;
    this.#noteRandomName(value);
    const keys = Object.keys(value)
      .filter((inner) => !dropped.has(inner))
      .sort();
    return Object.fromEntries(keys.map((inner) => [this.#text(inner), this.#inner(value, inner)]));
  }

  /** The version of a list is that of the whole storage, and so is the one in a bookmark. */
  #inner(value, key) {
    const inner = value[key];
    const whole = key === "metadata" && Array.isArray(value.items);
    if (whole && inner?.resourceVersion) return this.#value({ ...inner, resourceVersion: "<any>" });
    if (key === "object" && value.type === "BOOKMARK") {
      return this.#value({ ...inner, metadata: { ...inner.metadata, resourceVersion: "<any>" } });
    }
    return this.#value(inner, key);
  }

  /** In order of time, of which a second is the finest. */
  #managers(entries) {
    const texts = entries.map((entry) => this.#value(entry)).map((entry) => ({ entry, text: JSON.stringify(entry) }));
    return texts.sort((a, b) => (a.text < b.text ? -1 : 1)).map(({ entry }) => entry);
  }

  /** Kinds of custom resources are discovered in any order. */
  #byName(kinds) {
    return kinds
      .filter(isServed)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((kind) => this.#value(kind));
  }

  #noteRandomName({ generateName, name }) {
    if (generateName && name?.startsWith(generateName) && name.length === generateName.length + 5) {
      this.#random.set(name, `${generateName}<random>`);
    }
  }

  #text(text) {
    let result = text;
    for (const [found, shownAs] of ofGo) result = result.replace(found, shownAs);
    for (const [name, shownAs] of this.#random) result = result.replaceAll(name, shownAs);
    result = result.replaceAll(this.#server, "<server>");
    result = result.replaceAll(this.#variables.ns, "<ns>").replaceAll(this.#variables.unique, "<unique>");
    result = result.replace(allocated, (found) => (this.#isSent(found) ? found : this.#name(found, "address")));
    result = result.replace(quotedVersion, (_, lead, found) => lead + this.#version(found));
    result = result.replace(time, (found) => (this.#isSent(found) ? found : "<time>"));
    return result.replace(id, (found) => (this.#isSent(found) ? found : this.#name(found, "id")));
  }

  #version(version) {
    const given = this.#sent.includes(`"resourceVersion":"${version}"`);
    return given || version === "<any>" || version === "" ? version : this.#name(version, "version");
  }

  #port(port) {
    return new RegExp(`[Nn]odePort":${port}\\b`).test(this.#sent) ? port : this.#name(port, "port");
  }

  #isSent(value) {
    return this.#sent.includes(`"${value}"`);
  }

  #name(found, kind) {
    const key = `${kind} ${found}`;
    if (!this.#names.has(key)) this.#names.set(key, `${kind}-${this.#names.size + 1}`);
    return this.#names.get(key);
  }
}
