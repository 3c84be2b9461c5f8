import { createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, createServer as createSilentServer, type Server } from "node:net";
import { certificateFor } from "../sandbox/lib/certificates";

/** Servers that no connection gets along with. */
export interface DeadEnds {
  /** `https://...` with a certificate that no one trusts. */
  untrusted: string;
  /** Answers each request with 503. */
  busy: string;
  /** Takes connections, and never answers. */
  silent: string;
  /** Nobody listens there. */
  refused: string;
  /** No such host. */
  unknown: string;
  close(): void;
}

export async function deadEnds(): Promise<DeadEnds> {
  const { certificate, key } = await certificateFor("somebody-else");
  const untrusted = createSecureServer({ cert: certificate, key }, (_request, answer) => answer.end("{}"));
  const busy = createServer((_request, answer) => answer.writeHead(503, { "content-type": "text/plain" }).end("Service Unavailable"));
  const silent = createSilentServer(() => undefined);
  const servers: readonly Server[] = [untrusted, busy, silent];
  const ports = await Promise.all(servers.map(listening));
  return {
    untrusted: `https://127.0.0.1:${ports[0]}`,
    busy: `http://127.0.0.1:${ports[1]}`,
    silent: `http://127.0.0.1:${ports[2]}`,
    refused: "http://127.0.0.1:1",
    unknown: "https://nowhere.invalid",
    close: () => {
      for (const server of servers) server.close();
    },
  };
}

const listening = (server: Server): Promise<number> =>
  new Promise((done) => server.listen(0, "127.0.0.1", () => done((server.address() as AddressInfo).port)));
