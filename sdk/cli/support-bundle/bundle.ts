import { randomBytes } from "node:crypto";
import { homedir, hostname, userInfo } from "node:os";
import { basename } from "node:path";
import { reasonOf } from "../../../resources/diagnostic";
import { isSecretField } from "../../../resources/quoted";
import { isRecord } from "../../specs";
import type { ArchiveFile } from "./archive";
import { KnownSecrets } from "./known-secrets";
import { withoutPem } from "./pem-lines";
import { Pseudonyms } from "./pseudonyms";

/** Something that a bundle may have. */
export interface BundlePart {
  /** Name of the file. */
  file: string;
  /** Its content for a person. */
  about: string;
  /** The content: a text, or a document that becomes JSON. What it throws is why the file is missing. */
  make(): Promise<unknown>;
}

/** A file that could not be had. */
export interface MissingFile {
  file: string;
  why: string;
}

/** Files without secrets and, unless they are kept, without names. */
export interface Bundle {
  files: (ArchiveFile & { about: string })[];
  missing: MissingFile[];
}

/** Larger files are cut at a line: a bug report is read by people. */
const LARGEST = 8_000_000;

/** Secrets and names that a bundle has met so far, and the salt of its digests. All parts are made before the first is written. */
export class BundleContext {
  readonly secrets = new KnownSecrets();
  readonly names = new Pseudonyms();
  readonly salt = randomBytes(16);

  constructor(env: NodeJS.ProcessEnv) {
    this.secrets.addEnvironment(env);
    for (const one of [hostname(), userName(), basename(homedir())]) this.names.learn(one);
  }

  /** Learns each word of a text as a name. */
  learnWords(text: string): void {
    if (/^[^/:=[{]{1,60} [^/:=[{]{1,60}$/.test(text)) this.names.learn(text);
    for (const [word] of text.matchAll(/[\w*](?:[\w.*-]*[\w*])?/g)) this.names.learn(word);
  }

  /**
   * Learns every text of a document as names, its keys too where they are names themselves.
   *
   * @param skip keys whose values are words of a format
   */
  learnIn(value: unknown, skip: ReadonlySet<string> = new Set(), depth = 0): void {
    if (depth > 60) return;
    if (typeof value === "string") {
      if (value.length <= 300) this.learnWords(value);
    } else if (Array.isArray(value)) for (const one of value) this.learnIn(one, skip, depth + 1);
    else if (isRecord(value)) for (const [key, inner] of Object.entries(value)) if (!skip.has(key)) this.learnIn(inner, skip, depth + 1);
  }

  /** A text as the bundle has it. */
  shown(text: string, keepNames: boolean): string {
    const clean = this.secrets.clean(text);
    return keepNames ? clean : this.names.replace(clean);
  }
}

/**
 * Makes all parts, then hides in each what nobody else should read. A part that cannot be had is listed with its reason.
 *
 * @param keepNames leaves names, hosts and addresses as they are
 */
export async function bundleOf(parts: readonly BundlePart[], context: BundleContext, keepNames: boolean): Promise<Bundle> {
  const made: { part: BundlePart; content: unknown }[] = [];
  const failed: MissingFile[] = [];
  for (const part of parts) {
    try {
      made.push({ part, content: await part.make() });
    } catch (error) {
      failed.push({ file: part.file, why: reasonOf(error) });
      context.names.learnFrom(reasonOf(error));
    }
  }
  const files = made.map(({ part: { file, about }, content }) => ({ path: file, about, content: written(content, context, keepNames) }));
  const missing = failed.map(({ file, why }) => ({ file, why: context.shown(why, keepNames) }));
  const contents = { files: files.map(({ path, about }) => ({ file: path, about })), missing, names: keepNames ? "kept" : "replaced" };
  return { files: [{ path: "contents.json", about: "what is here, and what is missing", content: json(contents) }, ...files], missing };
}

function written(content: unknown, context: BundleContext, keepNames: boolean): string {
  if (typeof content === "string") return bounded(withoutPem(content.split("\n")).map((line) => lineOf(line, context, keepNames)));
  return bounded(json(hidden(content, [], (text) => context.shown(text, keepNames))).split("\n"));
}

/** A line of JSON is hidden field by field: texts in it have their own form. */
function lineOf(line: string, context: BundleContext, keepNames: boolean): string {
  const show = (text: string) => context.shown(text, keepNames);
  if (!line.startsWith("{")) return show(line);
  try {
    return JSON.stringify(hidden(JSON.parse(line), [], show));
  } catch {
    return show(line);
  }
}

/** A document with each of its texts as it is shown, keys too. */
function hidden(value: unknown, path: readonly string[], show: (text: string) => string): unknown {
  if (typeof value === "string") return isSecretField(path.slice(-1)) ? "[secret]" : show(value);
  if (Array.isArray(value)) return value.map((one) => hidden(one, path, show));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      /^[A-Za-z]+$/.test(key) && OWN_KEYS.has(key) ? key : show(key),
      hidden(inner, [key], show),
    ]),
  );
}

/** Keys of the documents of a bundle, which stay whatever objects are called. */
const OWN_KEYS = new Set(
  (
    "about addresses again answer backEnds before causes certificates change changes check checks cluster code component components counts " +
    "diagnostics digest drift ends fields file files findings from held holder holderIn kept kind known leader level message missing " +
    "name namespace names node object objects of oldestSeconds pending places platform pointer program project queue ready refused remedy " +
    "resource result run seconds server serverIn servers settings setting severity since source stack state states target terms time to troubles " +
    "type types uses value version versions waiting what why would"
  ).split(" "),
);

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function bounded(lines: readonly string[]): string {
  let size = 0;
  const end = lines.findIndex((line) => {
    size += line.length + 1;
    return size > LARGEST;
  });
  return end < 0 ? lines.join("\n") : `${lines.slice(0, end).join("\n")}\n[cut: the file is larger than ${LARGEST} characters]\n`;
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // a user without an entry, as in many containers
    return "";
  }
}
