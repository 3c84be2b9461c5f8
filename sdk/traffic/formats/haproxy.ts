// Reads the HTTP log of HAProxy.

import { loggedAnswer } from "../logged-answer";
import type { LogFormat } from "../request";
import { requestOf } from "../target";

/** Client, time, front end, back end and server, timers, status, bytes, cookies, state, connections, queues, captured headers, request line. */
const HTTP =
  /(?:^| )(\S+):\d+ \[[^\]]*\] (\S+) \S+\/\S+ [-+\d/]+ -?\d+ [+\d]+ \S+ \S+ \S{4} [+\d/]+ [+\d/]+ (?:\{[^}]*\} )?(?:\{[^}]*\} )?"(\S+) (\S+)(?: [^"]*)?"/;

/** Server and status. A status of -1 means none. */
const ANSWER = /\[[^\]]*\] \S+ \S+\/(\S+) [-+\d/]+ (-?\d+) [+\d]+ /;

/**
 * HAProxy's HTTP log (`option httplog`), with or without a syslog prefix. TLS front ends have a `~` after their name. Only HTTP/2 lines
 * contain the host: captured headers have no names.
 */
export const haproxy: LogFormat = {
  name: "haproxy",
  read(line, parts) {
    const [, client, frontend, method, target] = HTTP.exec(line) ?? [];
    if (frontend === undefined || method === undefined || target === undefined) return undefined;
    return requestOf(method, target, { client, scheme: frontend.endsWith("~") ? "https" : "http" }, parts);
  },
  answer(line) {
    const [, server, status] = ANSWER.exec(line) ?? [];
    return loggedAnswer(status, server);
  },
};
