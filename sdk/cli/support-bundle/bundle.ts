// Collects the parts of a support bundle, writes of each what its fields allow, and lists the parts that could not be had.

import { reasonOf } from "../../../resources/diagnostic";
import type { Field, Shown } from "./fields";
import type { Names } from "./names";
import { failure } from "./words";

/** A file that a bundle may have. */
export interface BundlePart {
  /** Name of the file. */
  file: string;
  /** Its content for a person. */
  about: string;
  /** All that is written of it: a document, or the text of a file that is no JSON. */
  fields: Field;
  make(): Promise<unknown>;
  /** What a person reads where it cannot be made: the message of an error is in no bundle. */
  otherwise: string;
}

export interface Bundle {
  files: { path: string; about: string; content: string }[];
  missing: { file: string; why: string }[];
}

/** The files of all parts, with `contents.json`, which lists them and what is missing. */
export async function bundleOf(parts: readonly BundlePart[], names: Names, options: readonly string[] = []): Promise<Bundle> {
  const files: Bundle["files"] = [];
  const missing: (Bundle["missing"][number] & { failure: Shown })[] = [];
  const seconds: Record<string, number> = {};
  for (const { file, about, fields, make, otherwise } of parts) {
    const start = performance.now();
    try {
      files.push({ path: file, about, content: shownText(fields(await make(), names)) });
    } catch (error) {
      missing.push({ file, why: otherwise, failure: failure(reasonOf(error), names) ?? {} });
    }
    seconds[file] = Math.round(performance.now() - start) / 1_000;
  }
  const contents = {
    files: files.map(({ path, about }) => ({ file: path, about })),
    ...{ missing: missing.map((one) => ({ ...one })), seconds },
    ...{ names: names.kept ? "kept" : "replaced", command: { verb: "support-bundle", options: [...options] } },
  };
  return {
    files: [{ path: "contents.json", about: "what is here, and what is missing", content: shownText(contents) }, ...files],
    missing: missing.map(({ file, why }) => ({ file, why })),
  };
}

const shownText = (shown: Shown | undefined): string => (typeof shown === "string" ? shown : `${JSON.stringify(shown ?? {}, null, 2)}\n`);
