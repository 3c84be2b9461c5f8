import { type IncomingHttpHeaders, Server } from "node:http";
import { type Mock, vi } from "vitest";
import type { ForwardedAnswer } from "./fault-proxy";

/** One request as a server of this process gets it. */
export interface Wired {
  method: string;
  path: string;
  /** Lower-case names. */
  headers: IncomingHttpHeaders;
  raw: Buffer;
}

/** Hands requests to the servers of this process without a connection: most of the time of a run in memory goes into writing and reading HTTP. */
export interface RecordedWire {
  send(origin: string, request: Wired): Promise<ForwardedAnswer>;
}

/** Knows the servers that begin to listen from now on. */
export function startWire(): RecordedWire {
  const listening: Mock<Server["listen"]> = vi.spyOn(Server.prototype, "listen");
  return {
    send(origin, request) {
      const { port } = new URL(origin);
      const server = listening.mock.contexts.find((one) => portOf(one) === port);
      if (!(server instanceof Server)) throw new Error(`no server of this process listens at ${origin}`);
      return sent(server, { ...request, headers: { ...request.headers, host: new URL(origin).host } });
    },
  };
}

function portOf(server: unknown): string | undefined {
  const address = server instanceof Server ? server.address() : undefined;
  return typeof address === "object" && address ? String(address.port) : undefined;
}

/** The listener of the server gets what of a request and a response the sandbox looks at. */
function sent(server: Server, { method, path, headers, raw }: Wired): Promise<ForwardedAnswer> {
  return new Promise((answered, failed) => {
    const cut = () => failed(new Error("the server cut the connection"));
    const incoming = {
      ...{ method, url: path, headers, socket: { destroy: cut } },
      async *[Symbol.asyncIterator]() {
        yield raw;
      },
    };
    const head: Pick<ForwardedAnswer, "status" | "headers"> = { status: 0, headers: {} };
    const response = {
      writeHead: (status: number, messages: object) =>
        Object.assign(head, {
          status,
          headers: Object.fromEntries(Object.entries(messages).map(([name, value]) => [name.toLowerCase(), value])),
        }),
      end: (body: Buffer) => answered({ ...head, body }),
      destroy: cut,
    };
    server.emit("request", incoming, response);
  });
}
