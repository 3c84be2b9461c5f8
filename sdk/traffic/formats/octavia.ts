// Reads the flow log of Octavia.

import { loggedAnswer } from "../logged-answer";
import type { LogFormat } from "../request";
import { requestOf } from "../target";

/** Project, load balancer, listener, client, port, time, request, status, bytes, certificate of the client, its name, pool, member, time, state. */
const FLOW =
  /(?:^| )[\da-f-]{32,36} [\da-f-]{36} [\da-f-]{36} (\S+) \d+ \S+ "(\S+) (\S+)(?: [^"]*)?" -?\d+ \S+ \S+ (\S+) "[^"]*" \S+ \S+ \S+ \S+$/;

/** Status and member id. */
const ANSWER = /" (-?\d+) \S+ \S+ \S+ "[^"]*" \S+ (\S+) \S+ \S+$/;

/**
 * The flow log that amphorae offload, with the default `user_log_format`. Without TLS, `-` replaces the result of the certificate check.
 */
export const octavia: LogFormat = {
  name: "octavia",
  read(line, parts) {
    const [, client, method, target, verified] = FLOW.exec(line) ?? [];
    if (method === undefined || target === undefined) return undefined;
    return requestOf(method, target, { client, scheme: verified === "-" ? "http" : "https" }, parts);
  },
  answer(line) {
    const [, status, member] = ANSWER.exec(line) ?? [];
    return loggedAnswer(status, member);
  },
};
