// Reads access logs of nginx and Apache.

import { loggedAnswer } from "../logged-answer";
import type { LogFormat } from "../request";
import { requestOf } from "../target";

/** Shared beginning of lines by nginx, Apache, ingress-nginx and Traefik: the common log format, with referer and agent. */
export const COMBINED =
  /^(\S+) \S+ [^[]*\[[^\]]*\] "(\S+) (\S+)(?: [^"]*)?" (\d{3}) \S+(?: "((?:[^"\\]|\\.)*)" "((?:[^"\\]|\\.)*)")?(?: (.*))?$/;

/** nginx `combined`, Apache's common and combined, and formats that append fields. */
export const nginx: LogFormat = {
  name: "nginx",
  read(line, parts) {
    const [, client, method, target, , referer, agent] = COMBINED.exec(line) ?? [];
    if (method === undefined || target === undefined) return undefined;
    return requestOf(method, target, { client, ...(agent === undefined ? {} : { headers: { referer, "user-agent": agent } }) }, parts);
  },
  answer: (line) => loggedAnswer(COMBINED.exec(line)?.[4]),
};
