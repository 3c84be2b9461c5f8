// Runs the writes of many entries, a few at a time, and collects their failures.

import { LbError, reasonOf } from "../../resources/diagnostic";

/** An entry whose work failed; without an error it was not tried any more. */
export interface FailedEntry {
  id: string;
  error?: unknown;
}

/**
 * Does the work of all entries, some at once. One that fails stops no other, unless it is the server that does not answer: then the rest is
 * left.
 */
export async function each<T>(
  entries: ReadonlyMap<string, T>,
  atOnce: number,
  work: (id: string, entry: T) => Promise<void>,
): Promise<FailedEntry[]> {
  const queue = [...entries];
  const failed: FailedEntry[] = [];
  let isSilent = false;
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [id, entry] = next;
      if (isSilent) failed.push({ id });
      else
        await work(id, entry).catch((error: unknown) => {
          failed.push({ id, error });
          isSilent ||= sharedOf(error) !== undefined;
        });
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, queue.length) }, worker));
  return failed;
}

/** A person does not read more lines. */
const SHOWN = 30;

/** One error for all failures: each with its object, and a reason that many share once. */
export function failureOf(failed: readonly FailedEntry[], total: number, what: string): unknown {
  const tried = failed.filter(({ error }) => error !== undefined);
  const [first] = tried;
  if (failed.length === 1 || !first) return first?.error;
  const shared = tried.find(({ error }) => sharedOf(error) !== undefined);
  const rest = tried.filter(({ error }) => sharedOf(error) === undefined);
  const lines = (shared ? [shared, ...rest] : rest).map(({ error }) => reasonOf(error));
  const more = lines.length > SHOWN ? [`and ${lines.length - SHOWN} more`] : [];
  const indented = [...lines.slice(0, SHOWN), ...more].map((line) => `\n  ${line.replaceAll("\n", "\n  ")}`);
  const leading = (shared ?? first).error;
  const code = leading instanceof LbError ? leading.code : "LB2000";
  return new LbError({ code, message: `${failed.length} of ${total} statuses were not ${what}:${indented.join("")}` });
}

const sharedOf = (error: unknown): string | undefined => (error instanceof LbError ? error.shared : undefined);
