import type { Cause } from "../errors/field";
import { StatusError } from "../errors/status";
import type { FieldSet } from "./field-set";
import type { Manager, Managers } from "./managers";

interface Conflict {
  manager: Manager;
  path: string;
  steps: string[];
}

/** The fields of others that a change would touch. */
export function conflictsOf(managers: Managers, own: string, changed: FieldSet): Conflict[] {
  const others = [...managers].filter(([identity]) => identity !== own).map(([, manager]) => manager);
  const found = others.flatMap((manager) =>
    [...manager.fields.and(changed).paths()].map((steps) => ({ manager, path: written(steps), steps })),
  );
  return found.sort((a, b) => (named(a.manager) < named(b.manager) ? -1 : named(a.manager) > named(b.manager) ? 1 : 0));
}

export function refuseConflicts(conflicts: Conflict[]): never {
  const causes: Cause[] = conflicts.map(({ manager, path }) => ({
    reason: "FieldManagerConflict",
    message: `conflict with ${named(manager)}`,
    field: path,
  }));
  throw new StatusError(409, "Conflict", message(conflicts), { causes });
}

function message(conflicts: Conflict[]): string {
  const [first] = conflicts;
  if (conflicts.length === 1 && first) return `Apply failed with 1 conflict: conflict with ${named(first.manager)}: ${first.path}`;
  const byManager = new Map<string, string[]>();
  for (const { manager, path } of conflicts) byManager.set(named(manager), [...(byManager.get(named(manager)) ?? []), `- ${path}`]);
  const parts = [...byManager].map(([manager, paths]) => `conflicts with ${manager}:\n${paths.join("\n")}`);
  return `Apply failed with ${conflicts.length} conflicts: ${parts.join("\n")}`;
}

function named({ name, subresource, operation, apiVersion }: Manager): string {
  const where = subresource ? ` with subresource "${subresource}"` : "";
  return `${JSON.stringify(name)}${where}${operation === "Update" ? ` using ${apiVersion}` : ""}`;
}

/** `.spec.ports[port=80,protocol="TCP"].name` */
export function written(path: string[]): string {
  return path.map(step).join("");
}

function step(element: string): string {
  const content = element.slice(2);
  if (element.startsWith("f:")) return `.${content}`;
  if (element.startsWith("v:")) return `[=${content}]`;
  const keys = Object.entries(JSON.parse(content) as { [key: string]: unknown });
  return `[${keys.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(",")}]`;
}
