// Numbers and lists of names in messages.

/** Number of names that a message lists. */
const SHOWN = 5;

/** The first of them, and how many more. */
export function listed(names: readonly string[]): string {
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : "";
  return `${names.slice(0, SHOWN).join(", ")}${more}`;
}

/** `1 object`, `2 objects`. */
export const countOf = (all: readonly unknown[], what: string) => `${all.length} ${what}${all.length === 1 ? "" : "s"}`;

export const areOf = (all: readonly unknown[]) => (all.length === 1 ? "is" : "are");
