import type { Json } from "../../../kinds/json";

const BINARY = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
const DECIMAL: { readonly [suffix: string]: number } = { n: -9, u: -6, m: -3, "": 0, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 };

/** What an amount of the Kubernetes API means, so that `1000m` is `1`; undefined for what is none. */
export function quantityOf(value: Json): number | undefined {
  const [, digits = "", suffix = ""] = /^([+-]?\d*\.?\d+(?:[eE][+-]?\d+)?)([A-Za-z]*)$/.exec(String(value)) ?? [];
  if (digits === "") return undefined;
  const binary = BINARY.indexOf(suffix);
  if (binary > 0) return Number(digits) * 1024 ** binary;
  const power = DECIMAL[suffix];
  // one division or multiplication by a whole power of ten: 0.5 and 500m come to the same number
  return power === undefined ? undefined : power < 0 ? Number(digits) / 10 ** -power : Number(digits) * 10 ** power;
}
