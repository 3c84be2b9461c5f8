import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { escapePath, globSync } from "tinyglobby";
import type { Diagnostic } from "../../kinds/diagnostic";
import { compare } from "./meta";
import { parseManifests } from "./parse";
import type { RawObject } from "./raw";
import { diagnose } from "./report";

const MANIFESTS = "**/*.{yaml,yml,json}";

/**
 * Reads files, folders (recursively `*.yaml`, `*.yml`, `*.json`) and globs, in the order given and sorted within each.
 * `-` is standard input. What cannot be read is reported as LB1008; nothing is skipped in silence.
 */
export function readManifestFiles(patterns: readonly string[], cwd = process.cwd()): { objects: RawObject[]; diagnostics: Diagnostic[] } {
  const objects: RawObject[] = [];
  const diagnostics: Diagnostic[] = [];
  const seen = new Set<string>();
  for (const pattern of patterns) {
    const files = pattern === "-" ? ["-"] : expand(pattern, cwd);
    if (files.length === 0) diagnostics.push(unreadable(pattern, `${pattern} matches no manifest`));
    for (const file of files.filter((name) => !seen.has(name))) {
      seen.add(file);
      try {
        const read = parseManifests(readFileSync(file === "-" ? 0 : resolve(cwd, file), "utf8"), file);
        objects.push(...read.objects);
        diagnostics.push(...read.diagnostics);
      } catch (error) {
        diagnostics.push(unreadable(file, `${file} cannot be read: ${(error as Error).message}`));
      }
    }
  }
  return { objects, diagnostics };
}

function expand(pattern: string, cwd: string): string[] {
  const stats = statSync(resolve(cwd, pattern), { throwIfNoEntry: false });
  if (stats && !stats.isDirectory()) return [pattern];
  const glob = stats ? `${escapePath(pattern.replace(/\/+$/, ""))}/${MANIFESTS}` : pattern;
  return globSync(glob, { cwd, onlyFiles: true, dot: false }).sort(compare);
}

function unreadable(file: string, message: string): Diagnostic {
  const place = { apiVersion: "", kind: "File", namespace: "", name: file, source: { file, document: 0 } };
  return diagnose("LB1008", place, "", message);
}
