// Numbers and lists of names in messages.

/** Number of names that a message lists. */
const SHOWN = 5;

/** The first names of a list, and how many more there are. */
export function nameList(names: readonly string[], shown = SHOWN): string {
  const more = names.length > shown ? ` and ${names.length - shown} more` : "";
  return `${names.slice(0, shown).join(", ")}${more}`;
}

/** `1 object`, `2 objects`. */
export const countText = (all: readonly unknown[], what: string) => `${all.length} ${what}${all.length === 1 ? "" : "s"}`;

export const areOf = (all: readonly unknown[]) => (all.length === 1 ? "is" : "are");
