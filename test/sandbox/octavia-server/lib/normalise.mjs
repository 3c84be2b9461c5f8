// Replaces values that must differ between two servers by equal ones: ids, times, addresses, the order of unordered lists.

const id = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\b[0-9a-f]{32}\b/g;
const time = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)?$/;
/** In the networks of the cases; the server picks one where the case names none. */
const picked = /\b(203\.0\.113|10\.2\d\.0)\.\d+\b(?!\/)/g;
const alternatives = /(Value should be one of: |must be one of: |must be one of )(.*)/;

/** Values that are different each time, by key. */
const opaque = new Set(["audit_ids", "mac_address", "secret", "password_expires_at", "revision_number"]);

const shown = ["content-type", "www-authenticate", "retry-after", "location"];
const present = ["x-subject-token", "x-openstack-request-id"];

const sortedWords = (text) => text.split(/,\s*/).sort().join(", ");

export class OctaviaNormaliser {
  #names = new Map();
  #urls;
  #urlOf;
  #unique;
  #sent;
  /** A populated create with a monitor: which status its members begin with depends on what Python has forgotten by then. */
  #monitored;

  /** `steps`: of the case. */
  constructor(target, { unique }, steps) {
    this.#sent = JSON.stringify(steps);
    this.#monitored = this.#sent.includes('"healthmonitor":{');
    this.#urlOf = target.urls;
    this.#urls = Object.entries(target.urls).filter(([, url]) => url);
    this.#unique = unique;
  }

  /** `step.ordered` is set where the order of arrays is asked for, by `sort` say. */
  normalise({ status, headers, body }, { ordered = false } = {}) {
    const kept = {};
    for (const name of shown) if (headers.has(name)) kept[name] = this.#text(headers.get(name), true);
    for (const name of present) if (headers.has(name)) kept[name] = "<any>";
    // The text of an internal error is Python's and not a contract.
    const content = status === 500 ? { faultcode: body.faultcode } : this.#value(body, ordered, true);
    return { status, headers: kept, body: content };
  }

  /** `name`: new ids get a name; else they stay unknown. */
  #value(value, ordered, name, key) {
    if (opaque.has(key) && value !== null) return "<any>";
    // The no-op network driver says that a subnet is in the network it was asked about last, by whomever.
    if (key === "vip_network_id" && !this.#urlOf.network && !(value && this.#sent.includes(value))) return "<any>";
    if (typeof value === "string") return this.#text(value, name);
    if (Array.isArray(value)) {
      const items = ordered ? value : this.#sorted(value);
      return items.map((item) => this.#value(item, ordered, name));
    }
    if (value === null || typeof value !== "object") return value;
    const keys = Object.keys(value).sort();
    const result = Object.fromEntries(keys.map((inner) => [inner, this.#value(value[inner], ordered, name, inner)]));
    if (this.#monitored && "address" in result && /^(OFFLINE|NO_MONITOR)$/.test(result.operating_status)) {
      result.operating_status = "OFFLINE or NO_MONITOR";
    }
    return result;
  }

  /** By what items say apart from ids that were not seen yet. */
  #sorted(items) {
    const keyed = items.map((item) => ({ item, key: JSON.stringify(this.#value(item, false, false)) }));
    return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ item }) => item);
  }

  #text(text, name) {
    if (time.test(text)) return "<time>";
    let result = text.replace(/<[\w.]+ object at 0x[0-9a-f]+>/g, "<object>");
    result = result.replace(picked, (found) => (this.#sent.includes(`"${found}"`) ? found : "<picked>"));
    for (const [service, url] of this.#urls) result = result.replaceAll(url, `<${service}>`);
    result = result.replaceAll(this.#unique, "<unique>").replace(id, (found) => this.#name(found, name));
    return result.replace(alternatives, (_, lead, words) => lead + sortedWords(words));
  }

  #name(found, name) {
    if (/^([0-9a-f])\1{7}-/.test(found)) return found; // written in the case: 11111111-...
    if (!this.#names.has(found)) {
      if (!name) return "id";
      this.#names.set(found, `id-${this.#names.size + 1}`);
    }
    return this.#names.get(found);
  }
}
