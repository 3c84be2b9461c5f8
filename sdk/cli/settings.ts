import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** The settings of a target from a YAML or JSON file; nothing, and a line on stderr, where they cannot be read. */
export function readSettings(file: string | undefined): Record<string, unknown> | undefined {
  if (!file) return {};
  try {
    const value = parse(readFileSync(file, "utf8")) ?? {};
    if (typeof value === "object" && !Array.isArray(value)) return value as Record<string, unknown>;
    process.stderr.write(`error: ${file} must hold one mapping of settings\n`);
  } catch (error) {
    process.stderr.write(`error: ${file} cannot be read: ${(error as Error).message.split("\n")[0]}\n`);
  }
  return undefined;
}
