// Schema of the CORS filter.

import { z } from "zod";
import { obeys, type Rule, uniqueTexts } from "./checks";
import { METHODS, text, token } from "./words";

const ORIGIN = /(^\*$)|(^(http(s)?):\/\/(((\*\.)?([a-zA-Z0-9-]+\.)*[a-zA-Z0-9-]+|\*)(:([0-9]{1,5}))?)$)/;
const origin = text("*, or an origin such as https://example.com", { max: 253, pattern: ORIGIN });

const starAlone: Rule<readonly string[]> = (list) => {
  const star = list.indexOf("*");
  return star >= 0 && list.length > 1 ? [{ at: [star], must: "be the only entry of the list" }] : [];
};

/** A filter that answers cross-origin requests. */
export const cors = z.object({
  allowOrigins: z.array(origin).max(64).check(obeys<string[]>(starAlone, uniqueTexts)).default([]),
  allowMethods: z
    .array(z.enum([...METHODS, "*"]))
    .max(9)
    .check(obeys<string[]>(starAlone, uniqueTexts))
    .default([]),
  allowHeaders: z.array(token).max(64).check(obeys<string[]>(starAlone, uniqueTexts)).default([]),
  exposeHeaders: z.array(token).max(64).check(obeys(uniqueTexts)).default([]),
  allowCredentials: z.boolean().optional(),
  /** In seconds. */
  maxAge: z.number().int().min(1).default(5),
});
