// Reads the default access logs of Envoy and Istio.

import { loggedAnswer } from "../logged-answer";
import type { LogFormat } from "../request";
import { requestOf } from "../target";

const BEGINNING = /^\[[^\]]*\] "(\S+) (\S+) [^"]*" (\d+) (.*)$/;

/** Forwarded addresses, agent, request id, authority and upstream host, and the fields that Istio appends. */
const QUOTED = / "([^"]*)" "([^"]*)" "[^"]*" "([^"]*)" "([^"]*)"(?: (.*))?$/;

/** Cluster, local addresses, address of the client, name of the TLS handshake, route. */
const ISTIO = /^\S+ \S+ \S+ (\S+) (\S+) \S+$/;

/** The default format of Envoy, and that of Istio, which has the server name of the TLS handshake. */
export const envoy: LogFormat = {
  name: "envoy",
  read(line, parts) {
    const [, method, target, , rest = ""] = BEGINNING.exec(line) ?? [];
    const [quoted, forwarded = "", agent, host, , behind = ""] = QUOTED.exec(rest) ?? [];
    if (method === undefined || target === undefined || quoted === undefined) return undefined;
    const [, remote, sni] = ISTIO.exec(behind) ?? [];
    const client = remote ?? forwarded.split(",").at(-1)?.trim();
    return requestOf(
      method,
      target,
      {
        host: host === "" ? "-" : host,
        client,
        ...(sni === undefined ? {} : { scheme: sni === "-" ? "http" : "https" }),
        headers: { "user-agent": agent },
      },
      parts,
    );
  },
  answer(line) {
    const [, , , status, rest = ""] = BEGINNING.exec(line) ?? [];
    return loggedAnswer(status, QUOTED.exec(rest)?.[4]);
  },
};
