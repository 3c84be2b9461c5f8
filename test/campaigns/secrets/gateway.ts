import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";

/** Answer of the gateway in place of the server; undefined lets the request through. */
export type Echo = (echoed: string) => { status: number; type: string; body: string };

/** A gateway before servers that know no canaries: it gives them the true credentials, and can echo to the provider what the provider sent. */
export interface Gateway {
  readonly url: string;
  /** Secrets that servers gave to the provider: tokens, cookies. */
  readonly given: Set<string>;
  /** Requests since it was emptied. */
  readonly seen: string[];
  /** Answers the requests at these places of that log, and all that follow. */
  echo(from: number | undefined, how?: Echo): void;
  close(): Promise<void>;
}

/**
 * @param targetOf the server that a path belongs to
 * @param swap canaries with what the server has in their place
 */
export async function startGateway(targetOf: (path: string) => string, swap: readonly (readonly [string, string])[]): Promise<Gateway> {
  const given = new Set<string>();
  const seen: string[] = [];
  let echo: { from: number; how: Echo } | undefined;
  const swapped = (text: string): string =>
    swap.reduce((all, [canary, real]) => all.replaceAll(inJson(canary), inJson(real)).replaceAll(canary, real), text);
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const { method = "GET", url: path = "/", rawHeaders } = incoming;
      const body = Buffer.concat(chunks).toString();
      const place = seen.push(`${method} ${path}`) - 1;
      if (echo && place >= echo.from) {
        const answer = echo.how([`${method} ${path}`, ...pairs(rawHeaders), "", body].join("\n"));
        outgoing.writeHead(answer.status, { "content-type": answer.type });
        return void outgoing.end(answer.body);
      }
      const { "content-length": _, ...rest } = incoming.headers;
      const headers = { ...(JSON.parse(swapped(JSON.stringify(rest))) as IncomingHttpHeaders), host: new URL(targetOf(path)).host };
      const onward = request(new URL(path, targetOf(path)), { method, headers }, (answer) => {
        for (const secret of secretsIn(answer.headers)) given.add(secret);
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      onward.on("error", () => outgoing.destroy());
      onward.end(swapped(body));
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    given,
    seen,
    echo: (from, how) => {
      echo = from === undefined || !how ? undefined : { from, how };
    },
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

const pairs = (raw: readonly string[]): string[] => raw.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${raw[i + 1]}`] : []));

function secretsIn(headers: IncomingHttpHeaders): string[] {
  const cookies = (headers["set-cookie"] ?? []).flatMap(
    (cookie) => /^(?:csrftoken|avi-sessionid|sessionid)=([^;]+)/.exec(cookie)?.[1] ?? [],
  );
  return [...cookies, headers["x-subject-token"]].filter((secret) => typeof secret === "string");
}
