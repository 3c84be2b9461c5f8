/** The query of a request as clients really write it: stray `&`, valueless keys, any order, keys given twice. */
export class Query {
  private readonly pairs: [string, string][] = [];

  constructor(raw: string) {
    for (const pair of raw.replace(/^[?&]+/, "").split("&")) {
      if (pair === "") continue;
      const at = pair.indexOf("=");
      this.pairs.push(at < 0 ? [decode(pair), ""] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))]);
    }
  }

  get(key: string): string | undefined {
    return this.pairs.find(([name]) => name === key)?.[1];
  }

  /** Present, and not switched off: `include_name`, `include_name=` and `include_name=true` all mean yes. */
  flag(key: string): boolean {
    const value = this.get(key);
    return value !== undefined && value.toLowerCase() !== "false";
  }

  /** Every pair whose key is not one of these. */
  others(keys: ReadonlySet<string>): [string, string][] {
    return this.pairs.filter(([name]) => !keys.has(name));
  }

  /** The query again, with some keys replaced. */
  with(values: { [key: string]: string }): string {
    const kept = this.pairs.filter(([name]) => !(name in values));
    return [...Object.entries(values), ...kept].map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
  }
}

const encode = encodeURIComponent;

function decode(value: string): string {
  const spaced = value.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
