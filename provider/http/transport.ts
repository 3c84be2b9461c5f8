// Sends one HTTP request and reads its answer.

import type { AxiosProxyConfig } from "axios";
import type { Json } from "../../resources/kind";
import { axiosClient } from "./axios";
import { agentFor, type Peer } from "./connection";
import { noteLastingCause, timeoutBefore } from "./deadline";

/** One request on the wire. */
export interface Call {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path and query. */
  path: string;
  headers: { [name: string]: string };
  body?: Json;
}

/** One answer of any status. */
export interface Answer {
  status: number;
  headers: { [name: string]: string | string[] | undefined };
  /** The JSON of the answer; undefined when it is none. */
  body: Json | undefined;
  text: string;
}

/** Place for a person to look at when there was no answer. */
export type TransportFault = "address" | "certificate" | "connection";

/** Error of a request without an answer. */
export class NoAnswer extends Error {
  constructor(
    message: string,
    /** True when the request surely never reached the server. */
    readonly neverSent: boolean,
    /** True when another try cannot help. */
    readonly hopeless: boolean,
    readonly trouble: TransportFault = "connection",
  ) {
    super(message);
  }
}

/** Nothing was sent, and why; what else goes wrong may be over the next moment. */
const NEVER_SENT: { readonly [code: string]: string } = {
  ECONNREFUSED: "connection refused",
  ENOTFOUND: "the host name is unknown",
  EAI_AGAIN: "the host name cannot be resolved now",
  EHOSTUNREACH: "no way to the host",
  ENETUNREACH: "no way to the network",
};
/** An address or a certificate that is wrong; a host without a way to it may be back the next moment. */
const isLasting = (code: string) => code === "ECONNREFUSED" || code === "ENOTFOUND" || UNTRUSTED.test(code);

const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|ERR_TLS|EPROTO/;

/** A server may be silent for the time that is set; an answer that trickles in, or never ends, gets so many times that. */
const WHOLE_ANSWER = 2;

/** No list of any of our APIs is as long. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Sends one request once, through the proxy of the peer alone. */
export async function transmit(peer: Peer, call: Call): Promise<Answer> {
  const axios = axiosClient();
  const agent = agentFor(peer);
  const timeoutMs = timeoutBefore(peer.timeoutMs);
  try {
    const { status, headers, data } = await axios.request<string>({
      method: call.method,
      url: peer.origin + call.path,
      headers: call.headers,
      ...(call.body === undefined ? {} : { data: JSON.stringify(call.body) }),
      httpAgent: agent,
      httpsAgent: agent,
      proxy: proxyOf(peer),
      maxRedirects: 0,
      timeout: timeoutMs,
      signal: AbortSignal.timeout(WHOLE_ANSWER * timeoutMs),
      maxContentLength: MOST_BYTES,
      responseType: "text",
      // Errors come as HTML or plain text under a JSON content type: parsing is ours.
      transformResponse: (text: string) => text,
      validateStatus: () => true,
    });
    const text = typeof data === "string" ? data : "";
    noteLastingCause(false);
    return { status, headers: plainHeaders(headers), text, body: parsed(text) };
  } catch (error) {
    const code = axios.isAxiosError(error) ? (error.code ?? "") : "";
    noteLastingCause(isLasting(code));
    throw silence({ ...peer, timeoutMs }, code, error instanceof Error ? error.message : "");
  }
}

/** Header names are in small letters; what comes several times is a list. */
export function plainHeaders(headers: object): Answer["headers"] {
  const entries = Object.entries(headers).map(([name, value]: [string, unknown]) => [
    name,
    Array.isArray(value) ? value.map(String) : value === undefined || value === null ? undefined : String(value),
  ]);
  return Object.fromEntries(entries);
}

export function silence({ timeoutMs }: Peer, code: string, message: string): NoAnswer {
  const reason = message || code || "connection failed";
  const unsent = NEVER_SENT[code];
  // A proxy says in full what it refuses.
  if (unsent) return new NoAnswer(reason.startsWith("proxy ") ? reason : `${unsent} (${reason})`, true, false, "address");
  if (code === "EPROTO") return new NoAnswer(`it does not speak TLS, or no version of ours (${reason})`, true, true, "address");
  if (UNTRUSTED.test(code)) return new NoAnswer(`its certificate is not trusted: ${reason}`, true, true, "certificate");
  if (code === "ERR_CANCELED") return new NoAnswer(`no whole answer within ${seconds(WHOLE_ANSWER * timeoutMs)} s`, false, false);
  if (code === "ECONNABORTED" || code === "ETIMEDOUT")
    return new NoAnswer(`no answer within ${seconds(timeoutMs)} s (${reason})`, false, false);
  return new NoAnswer(reason, false, false);
}

const seconds = (ms: number) => Math.round(ms / 100) / 10;

/** To https:// the agent opens a tunnel. */
export function proxyOf({ proxy, origin }: Peer): AxiosProxyConfig | false {
  return proxy && origin.startsWith("http:") ? proxyConfig(new URL(proxy)) : false;
}

function proxyConfig({ hostname: host, port, username, password }: URL): AxiosProxyConfig {
  const auth = username ? { auth: { username: decodeURIComponent(username), password: decodeURIComponent(password) } } : {};
  return { protocol: "http", host, port: Number(port) || 80, ...auth };
}

export function parsed(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
