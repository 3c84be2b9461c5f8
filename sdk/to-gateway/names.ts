// Gives the Gateways and Routes that `to-gateway` writes unique, valid names.

import { createHash } from "node:crypto";

/** The longest name of a label, a Gateway or a listener that is written: other tools put names into labels. */
const LONGEST = 63;

/** Text as a DNS name: `*.Example.com` becomes `any.example.com`. One that is too long keeps its beginning and a digest of the whole. */
export function dnsName(text: string, longest = LONGEST): string {
  const name = text
    .toLowerCase()
    .replaceAll("*", "any")
    .replace(/[^a-z0-9.-]+/g, "-")
    .replace(/[.-]*\.[.-]*/g, ".")
    .replace(/^[.-]+|[.-]+$/g, "");
  if (name.length <= longest) return name || "main";
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 8);
  return `${name.slice(0, longest - 9).replace(/[.-]+$/, "")}-${digest}`;
}

/** Gives each object of a kind and namespace a name of its own. */
export class Names {
  private readonly taken = new Set<string>();

  /** Notes the name of an object that exists. */
  keep(kind: string, namespace: string, name: string): void {
    this.taken.add(`${kind} ${namespace}/${name}`);
  }

  /** @param text any text */
  take(kind: string, namespace: string, text: string, longest?: number): string {
    for (let count = 1; ; count++) {
      const name = dnsName(count === 1 ? text : `${text}-${count}`, longest);
      const key = `${kind} ${namespace}/${name}`;
      if (this.taken.has(key)) continue;
      this.taken.add(key);
      return name;
    }
  }
}
