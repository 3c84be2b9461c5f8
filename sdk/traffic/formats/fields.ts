// Reads JSON logs with field names from the user.

import { loggedAnswer } from "../logged-answer";
import type { LogFormat } from "../request";
import { requestOf } from "../target";
import { parsed, textIn } from "./json";

const NAMES = ["host", "path", "query", "method", "scheme", "client", "status", "server"] as const;

type FieldName = (typeof NAMES)[number];

/** Field names: `host=request.host,path=request.uri,header.x-canary=request.headers.X-Canary`. */
export interface LogFields {
  fields: Partial<Record<FieldName, string>>;
  /** By name in lower case. */
  headers: Readonly<Record<string, string>>;
}

/** @throws Error with a message for the user */
export function logFieldsOf(text: string): LogFields {
  const fields: Partial<Record<FieldName, string>> = {};
  const headers: Record<string, string> = Object.create(null);
  for (const pair of text.split(",")) {
    const at = pair.indexOf("=");
    const [name, field] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    if (at < 1 || field === "") throw new Error(`'${pair}' is not NAME=FIELD`);
    const header = /^header\.(.+)$/.exec(name)?.[1];
    if (header !== undefined) headers[header.toLowerCase()] = field;
    else if ((NAMES as readonly string[]).includes(name)) fields[name as FieldName] = field;
    else throw new Error(`'${name}' is not one of ${NAMES.join(", ")} and header.NAME`);
  }
  if (fields.path === undefined) throw new Error("path=FIELD is missing");
  return { fields, headers };
}

/** JSON lines with these field names. Without a field for the method every request counts as GET. */
export const jsonLines = ({ fields, headers }: LogFields): LogFormat => ({
  name: "json",
  read(line, parts) {
    const all = parsed(line);
    const of = (name: FieldName) => (fields[name] === undefined ? undefined : textIn(all, fields[name]));
    const path = of("path");
    if (!all || path === undefined) return undefined;
    const [query, scheme] = [of("query")?.replace(/^\?/, ""), of("scheme")?.toLowerCase()];
    return requestOf(
      of("method") ?? "GET",
      query && !path.includes("?") ? `${path}?${query}` : path,
      {
        ...(fields.host === undefined ? {} : { host: of("host") ?? "-" }),
        ...(scheme === "http" || scheme === "https" ? { scheme } : {}),
        client: of("client"),
        headers: Object.fromEntries(Object.entries(headers).map(([name, field]) => [name, textIn(all, field)])),
        ...(fields.query === undefined ? { lacksQuery: true } : {}),
      },
      parts,
    );
  },
  ...(fields.status === undefined
    ? {}
    : {
        answer(line) {
          const all = parsed(line);
          const of = (field: string | undefined) => (field === undefined ? undefined : (textIn(all, field) ?? "-"));
          return loggedAnswer(of(fields.status), of(fields.server));
        },
      }),
});
