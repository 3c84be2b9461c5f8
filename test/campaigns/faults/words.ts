import { CallFailed } from "../../sandbox/lib/host";
import { SPEC } from "../lib/operations";

/** `LB2007: Pool web (Service default/web): what is wrong`, and on the next line what to do. */
const CLEAN = /^(LB\d{4}): ([A-Z]\w+ \S.*?|[a-z]+ (?:of|in namespace) \S+?)(?: \(([^)]*)\))?(?: \/\S+)?: (\S[\s\S]*?)\n {2}(\S[\s\S]*)$/;

/** Text that a person reads about a failed run. */
export function wordsOf(error: unknown): string {
  if (error instanceof CallFailed) return error.partial?.reasons[0] ?? error.message;
  return error instanceof Error ? error.message : String(error);
}

/** The code of an error that names object, spec, cause and remedy; throws for one that does not. Who reads by an id knows no spec. */
export function codeOf(error: unknown, { reads }: { reads: boolean }): string {
  const text = wordsOf(error);
  const found = CLEAN.exec(text);
  if (!found) throw new Error(`an error without code, object, spec, cause or remedy: ${text}`);
  const [, code = "", , spec = ""] = found;
  if (code === "LB2000") throw new Error(`an error that nobody foresaw: ${text}`);
  if (!reads && !spec.split(", ").includes(SPEC)) throw new Error(`an error that does not name the spec: ${text}`);
  if (/\n\s+at \S+ \(|node:internal|undefined|\[object/.test(text)) throw new Error(`an error with machinery in it: ${text}`);
  return code;
}
