// Schema of filters that change headers.

import { z } from "zod";
import { obeys, uniqueNames, uniqueTexts } from "./checks";
import { boundedText, token } from "./words";

const headerValues = z
  .array(z.object({ name: token, value: boundedText(4096) }))
  .max(16)
  .check(obeys(uniqueNames))
  .default([]);

/** Changes of the headers of a request or an answer: first `set`, then `add`, then `remove`. */
export const headerModifier = z.object({
  set: headerValues,
  add: headerValues,
  remove: z.array(z.string()).max(16).check(obeys(uniqueTexts)).default([]),
});
