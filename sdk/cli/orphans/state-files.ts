// Reads the files of `--state`.
import { readFileSync } from "node:fs";
import type { KnownStates } from "../../../provider";
import { reasonOf } from "../../../resources/diagnostic";
import { UsageError } from "../grammar";

/** Reads the files of `--state`, `-` being standard input. */
export function readStateFiles(files: readonly string[], readStates: (texts: string[]) => KnownStates): KnownStates {
  const texts: string[] = [];
  for (const file of files) {
    try {
      const text = readFileSync(file === "-" ? 0 : file, "utf8");
      readStates([text]);
      texts.push(text);
    } catch (error) {
      const why = reasonOf(error);
      throw new UsageError(`${file === "-" ? "standard input" : file} cannot be used: ${why}`);
    }
  }
  return readStates(texts);
}
