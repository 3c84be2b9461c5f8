import type { Json, JsonObject } from "../../shared/json";
import { definition } from "../schema/schema";

/** A column of `kubectl get`. */
export interface Column {
  name: string;
  type: string;
  format: string;
  description: string;
  priority: number;
  cell(object: JsonObject): Json;
}

/** The description of a field, as its type's documentation has it. */
export const about = (type: string, field: string): string => definition(type).properties?.[field]?.description ?? "";

const META = "apimachinery.pkg.apis.meta.v1.ObjectMeta";

export function column(name: string, description: string, cell: Column["cell"], more: Partial<Column> = {}): Column {
  return { name, type: "string", format: "", description, priority: 0, cell, ...more };
}

/** Shown with `-o wide` only. */
export const wide = (name: string, description: string, cell: Column["cell"]): Column => column(name, description, cell, { priority: 1 });

export const NAME = column("Name", about(META, "name"), ({ metadata }) => (metadata as JsonObject).name ?? "", { format: "name" });

export const AGE = column("Age", about(META, "creationTimestamp"), ({ metadata }) =>
  age(String((metadata as JsonObject).creationTimestamp)),
);

/** Of a kind that nobody has made columns for. */
export const CREATED = column(
  "Created At",
  about(META, "creationTimestamp"),
  ({ metadata }) => (metadata as JsonObject).creationTimestamp ?? null,
  {
    type: "date",
  },
);

/** `7s`, `5m`, `3h`, `2d`. */
export function age(since: string): string {
  const seconds = Math.max(0, Math.floor((Date.now() - Date.parse(since)) / 1000));
  if (Number.isNaN(seconds)) return "<unknown>";
  if (seconds < 120) return `${seconds}s`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)}m`;
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)}h` : `${Math.floor(seconds / 86_400)}d`;
}

/** The first three of a list, and how many more there are. */
export function some(list: string[], none = "<none>"): string {
  if (list.length === 0) return none;
  return list.length > 3 ? `${list.slice(0, 3).join(",")} + ${list.length - 3} more...` : list.join(",");
}

export const orNone = (value: string): string => value || "<none>";
