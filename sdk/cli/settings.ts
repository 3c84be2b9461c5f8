import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { isRecord } from "../specs";

/** The settings of a target from a YAML or JSON file; nothing, and a line on stderr, where they cannot be read. */
export function readSettings(file: string | undefined): Record<string, unknown> | undefined {
  if (!file) return {};
  try {
    const value: unknown = parse(readFileSync(file, "utf8")) ?? {};
    if (isRecord(value)) return value;
    process.stderr.write(`error: ${file} must hold one mapping of settings\n`);
  } catch (error) {
    process.stderr.write(`error: ${file} cannot be read: ${(error instanceof Error ? error.message : String(error)).split("\n")[0]}\n`);
  }
  return undefined;
}
