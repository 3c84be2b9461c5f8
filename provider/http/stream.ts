// Reads an answer that the server never ends, such as a watch of Kubernetes.

import { axiosClient } from "./axios";
import { agentFor, type Peer } from "./connection";
import { type Answer, type Call, parsed, plainHeaders, proxyOf, silence } from "./transport";

/** An answer without an end, which either side may close. */
export interface Following {
  /** The server has answered, and the lines come. */
  answered(): void;
  /** One line of the answer, without its end. */
  line(text: string): void;
  /** Time by which the server should end the answer, ms; later we end it. */
  lastsMs: number;
  /** Ends it. */
  signal: AbortSignal;
}

/** Longest text that a server may send without an end of line: more than any object it holds. */
const LONGEST_LINE = 16 * 1024 * 1024;

/** Time until such an answer begins. */
const FIRST_ANSWER_MS = 30_000;

/** Interval of keep-alive probes: the server may be silent for long, and a lost connection must be noticed. */
const ALIVE_EVERY_MS = 10_000;

/**
 * Sends one request and hands on its answer line by line. Resolves when the server has ended it; any status but 200 comes back whole.
 *
 * @throws NoAnswer when the connection breaks, or cannot be made
 */
export async function follow(peer: Peer, call: Call, { answered, line, lastsMs, signal }: Following): Promise<Answer | undefined> {
  const timeoutMs = Math.min(FIRST_ANSWER_MS, peer.timeoutMs);
  const [late, over] = [new AbortController(), new AbortController()];
  const timers = [setTimeout(() => late.abort(), timeoutMs), setTimeout(() => over.abort(), lastsMs)];
  // a socket of its own: those of the requests are few, and this one is held for minutes
  const agent = agentFor(peer, { lasting: true });
  try {
    const { status, headers, data } = await axiosClient().request<
      NodeJS.ReadableStream & { socket?: { setKeepAlive(on: boolean, ms: number): void } }
    >({
      method: call.method,
      url: peer.origin + call.path,
      headers: call.headers,
      httpAgent: agent,
      httpsAgent: agent,
      proxy: proxyOf(peer),
      maxRedirects: 0,
      responseType: "stream",
      signal: AbortSignal.any([signal, late.signal, over.signal]),
      validateStatus: () => true,
    });
    if (status === 200) {
      clearTimeout(timers[0]);
      answered();
    }
    data.socket?.setKeepAlive(true, ALIVE_EVERY_MS);
    const rest = await lines(data, status === 200 ? line : undefined);
    return status === 200 ? undefined : { status, headers: plainHeaders(headers), text: rest, body: parsed(rest) };
  } catch (error) {
    if (signal.aborted || over.signal.aborted) return undefined;
    if (late.signal.aborted) throw silence({ ...peer, timeoutMs }, "ETIMEDOUT", "the watch was accepted and not answered");
    throw silence(peer, codeOf(error), error instanceof Error ? error.message : "");
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

async function lines(data: NodeJS.ReadableStream, line: ((text: string) => void) | undefined): Promise<string> {
  let rest = "";
  let heard = false;
  data.setEncoding("utf8");
  for await (const chunk of data) {
    rest += String(chunk);
    if (rest.length > LONGEST_LINE) throw new Error("the answer has no end of line");
    if (!line) continue;
    const completeLines = rest.split("\n");
    rest = completeLines.pop() ?? "";
    for (const text of completeLines.filter((one) => one !== "")) {
      heard = true;
      line(text);
    }
  }
  // half of a line is of an answer that was cut; a page or a single object is no stream, and its reader says so
  if (line && rest !== "" && (!heard || parsed(rest) !== undefined)) line(rest);
  return rest;
}

function codeOf(error: unknown): string {
  const code: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "code") : undefined;
  return typeof code === "string" ? code : "";
}
