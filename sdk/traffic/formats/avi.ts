// Reads application logs of Avi.

import { loggedAnswer } from "../logged-answer";
import type { LogFormat } from "../request";
import { requestOf } from "../target";
import { parsed, textIn } from "./json";

/** Application logs of Avi as JSON: the entries of `/api/analytics/logs`, and what Service Engines stream. */
export const avi: LogFormat = {
  name: "avi",
  read(line, parts) {
    const all = parsed(line);
    const [method, path] = [textIn(all, "method"), textIn(all, "uri_path")];
    if (method === undefined || path === undefined) return undefined;
    const [query, tls] = [textIn(all, "uri_query") ?? "", textIn(all, "ssl_version") ?? ""];
    return requestOf(
      method,
      query ? `${path}?${query}` : path,
      {
        scheme: tls === "" || tls === "-" ? "http" : "https",
        host: textIn(all, "host") ?? "-",
        client: textIn(all, "client_ip6") || textIn(all, "client_ip"),
        headers: { "user-agent": textIn(all, "user_agent"), referer: textIn(all, "referer") },
      },
      parts,
    );
  },
  answer(line) {
    const all = parsed(line);
    const [address, port] = [textIn(all, "server_ip"), textIn(all, "server_dest_port") ?? "0"];
    const isThere = address !== undefined && address !== "" && address !== "0.0.0.0";
    const server = isThere ? `${address.includes(":") ? `[${address}]` : address}:${port}` : address;
    return loggedAnswer(textIn(all, "response_code"), server === "0.0.0.0" ? "-" : server);
  },
};
