// Reads the default access log of ingress-nginx.

import { loggedAnswer } from "../logged-answer";
import type { LogFormat } from "../request";
import { COMBINED, nginx } from "./nginx";

/** After the agent: length and time of the request, upstream, its alternative, address, length, time and status, and the request id. */
const UPSTREAM = /^\d+ [\d.]+ \[([^\]]*)\] \[[^\]]*\] ([^\s,]+(?:, [^\s,]+)*) .+ [\da-f]+$/;

/** The default format of ingress-nginx (`upstreaminfo`). */
export const ingressNginx: LogFormat = {
  name: "ingress-nginx",
  read: (line, parts) => (UPSTREAM.test(COMBINED.exec(line)?.[7] ?? "") ? nginx.read(line, parts) : undefined),
  answer(line) {
    const [, , , , status, , , behind = ""] = COMBINED.exec(line) ?? [];
    const [, upstream, servers] = UPSTREAM.exec(behind) ?? [];
    // after retries the last server answered
    return loggedAnswer(status, servers?.split(", ").at(-1), upstream);
  },
};
