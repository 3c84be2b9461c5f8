// Reads access logs of Traefik in JSON.

import { loggedAnswer } from "../logged-answer";
import type { LogFormat } from "../request";
import { requestOf } from "../target";
import { headersWithPrefix, parsed, textIn } from "./json";

/** Traefik's access log with `format: json`. It contains headers if `accessLog.fields.headers` keeps them. */
export const traefikJson: LogFormat = {
  name: "traefik-json",
  read(line, parts) {
    const all = parsed(line);
    const [method, target] = [textIn(all, "RequestMethod"), textIn(all, "RequestPath")];
    if (!all || method === undefined || target === undefined) return undefined;
    const scheme = textIn(all, "RequestScheme");
    const host = textIn(all, "RequestAddr") ?? textIn(all, "RequestHost");
    return requestOf(
      method,
      target,
      {
        ...(scheme === "http" || scheme === "https" ? { scheme } : {}),
        ...(host === undefined ? {} : { host }),
        client: textIn(all, "ClientHost"),
        headers: headersWithPrefix(all, "request_"),
      },
      parts,
    );
  },
  answer(line) {
    const all = parsed(line);
    return loggedAnswer(textIn(all, "DownstreamStatus"), textIn(all, "ServiceAddr") ?? textIn(all, "ServiceURL") ?? "-");
  },
};
