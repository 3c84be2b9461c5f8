import { loggedAnswer } from "../logged-answer";
import type { LogFormat } from "../request";
import { COMBINED, nginx } from "./nginx";

/** Behind the agent: length and time of the request, upstream, its alternative, address, length, time and status, and the request id. */
const UPSTREAM = /^\d+ [\d.]+ \[([^\]]*)\] \[[^\]]*\] ([^\s,]+(?:, [^\s,]+)*) .+ [\da-f]+$/;

/** The default form of ingress-nginx (`upstreaminfo`). */
export const ingressNginx: LogFormat = {
  name: "ingress-nginx",
  read: (line, parts) => (UPSTREAM.test(COMBINED.exec(line)?.[7] ?? "") ? nginx.read(line, parts) : undefined),
  answer(line) {
    const [, , , , status, , , behind = ""] = COMBINED.exec(line) ?? [];
    const [, upstream, servers] = UPSTREAM.exec(behind) ?? [];
    // of several tries the last one answered
    return loggedAnswer(status, servers?.split(", ").at(-1), upstream);
  },
};
