// Schemas of the RequestRedirect and URLRewrite filters.

import { z } from "zod";
import { type Breach, obeys, type Rule } from "./checks";
import { boundedText, portNumber, preciseHostname } from "./words";

const MEMBERS = { ReplaceFullPath: "replaceFullPath", ReplacePrefixMatch: "replacePrefixMatch" } as const;

const memberOfType: Rule<{ type: keyof typeof MEMBERS; replaceFullPath?: string; replacePrefixMatch?: string }> = (path) =>
  Object.entries(MEMBERS).flatMap(([type, member]): Breach[] => {
    const [isDue, isSet] = [path.type === type, path[member] !== undefined];
    if (isDue === isSet) return [];
    return [{ at: [member], must: `${isDue ? "be a path" : "be absent"}, because the type is ${path.type}` }];
  });

const pathModifier = z
  .object({
    type: z.enum(["ReplaceFullPath", "ReplacePrefixMatch"]),
    replaceFullPath: boundedText(1024, 0).optional(),
    replacePrefixMatch: boundedText(1024, 0).optional(),
  })
  .check(obeys(memberOfType));

/** A redirect; absent parts are taken from the request. */
export const requestRedirect = z.object({
  scheme: z.enum(["http", "https"]).optional(),
  hostname: preciseHostname.optional(),
  path: pathModifier.optional(),
  port: portNumber.optional(),
  statusCode: z.union([z.literal(301), z.literal(302), z.literal(303), z.literal(307), z.literal(308)]).default(302),
});
/** Parts of the URL that a client is sent to, and the status code. */
export type RequestRedirect = z.output<typeof requestRedirect>;

/** Another host or path for the backend. */
export const urlRewrite = z.object({ hostname: preciseHostname.optional(), path: pathModifier.optional() });
