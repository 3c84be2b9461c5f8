import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TargetName } from "../../../sdk/targets";
import { CERTIFICATE, PRIVATE_KEY } from "../../support/pem";
import { translateTo } from "../../support/planned";

type HostileValue = Record<string, unknown>;

/** One manifest: the subject with a field that is set, dropped, or under another name, and all that is reported of it. */
export interface HostileRow {
  set?: string;
  to?: unknown;
  drop?: string;
  as?: string;
  /** `error LB1003 /spec/type`; of another object than the subject with its kind and name before the field. */
  said: readonly string[];
}

/** A kind that is read: an object that is in order, what it needs beside it, and the ways in which it is not in order. */
export interface HostileTable {
  name: string;
  to: TargetName;
  settings: HostileValue;
  subject: HostileValue;
  beside: readonly HostileValue[];
  rows: readonly HostileRow[];
}

const base64 = (text: string) => Buffer.from(text).toString("base64");
/** PEM texts by the words that replace them in the tables. */
const TEXTS: { readonly [word: string]: string } = {
  CERTIFICATE,
  "PRIVATE KEY": PRIVATE_KEY,
  "CERTIFICATE in base64": base64(CERTIFICATE),
  "PRIVATE KEY in base64": base64(PRIVATE_KEY),
};

const folder = join(__dirname, "cases");

export const TABLES: readonly HostileTable[] = readdirSync(folder).map((file) => ({
  name: file.replace(".json", ""),
  ...(JSON.parse(readFileSync(join(folder, file), "utf8"), (_, value) => TEXTS[String(value)] ?? value) as Omit<HostileTable, "name">),
}));

/** The object of a row. */
export function manifestOf({ subject }: HostileTable, { set, to, drop, as }: HostileRow): unknown {
  if (set !== undefined) return changed(subject, set, () => to);
  const moved = as === undefined ? subject : changed(subject, beside(drop, as), () => valueAt(subject, drop));
  return changed(moved, drop ?? "", () => undefined);
}

const beside = (at = "", name: string) => `${at.slice(0, at.lastIndexOf("/"))}/${name}`;
const partsOf = (at = "") =>
  at
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));

function valueAt(object: unknown, at?: string): unknown {
  return partsOf(at).reduce<unknown>((value, part) => (value as HostileValue)[part], object);
}

/** A copy with another value at one place; undefined takes it out. */
export function changed(object: unknown, at: string, other: () => unknown): unknown {
  const copy: unknown = structuredClone(object);
  const parts = partsOf(at);
  const last = parts.pop() ?? "";
  const holder = parts.reduce<unknown>((value, part) => (value as HostileValue)[part], copy) as HostileValue | unknown[];
  const value = other();
  if (value !== undefined) Object.assign(holder, { [last]: value });
  else if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete holder[last];
  return copy;
}

/** The translation of one object with what is beside it. */
export function translated({ to, settings, beside }: HostileTable, object: unknown) {
  return translateTo(to, { objects: [object, ...beside].map((value) => ({ value })), diagnostics: [] }, settings);
}

/** All that a translation says, each once, as the rows have it. */
export function saidOf(table: HostileTable, object: unknown): string[] {
  const { statuses, diagnostics } = translated(table, object);
  const { kind, metadata } = table.subject as { kind: string; metadata: { name: string } };
  const messages = [...statuses.flatMap((status) => status.diagnostics), ...diagnostics].map(
    ({ severity, code, object: about, pointer }) => {
      const whose = about.kind === kind && about.name === metadata.name ? [] : [about.kind, about.name];
      return [severity, code, ...whose, pointer].filter(Boolean).join(" ");
    },
  );
  return [...new Set(messages)].sort();
}
