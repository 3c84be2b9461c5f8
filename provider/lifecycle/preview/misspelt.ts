// Finds fields of specs that are nearly named as a known one and that the last run did not have.

import type { GuardedInputs } from "./guarded-inputs";

/** The first of them in an object itself. */
export const misspeltIn = (object: string, olds: GuardedInputs, news: GuardedInputs): string | undefined =>
  newIn("own", object, olds, news);

/** The first of them in an object beside it. */
export const misspeltKeyIn = (object: string, olds: GuardedInputs, news: GuardedInputs): string | undefined =>
  newIn("beside", object, olds, news);

function newIn(where: "own" | "beside", object: string, olds: GuardedInputs, news: GuardedInputs): string | undefined {
  const earlierTexts = new Set(olds.misspelt?.[object]?.[where]);
  return news.misspelt?.[object]?.[where]?.find((text) => text !== undefined && !earlierTexts.has(text));
}
