// The answer to a request in an access log.

/** Status, and who sent it, as far as the log contains it. */
export interface LoggedAnswer {
  status: number;
  /** Absent if the log does not contain it. */
  by?: "server" | "load balancer";
  /** `10.0.0.1:8080` */
  server?: string;
  /** Name or id of the server, if the log lacks its address. */
  name?: string;
  /** Name of the back end in ingress-nginx logs: `default-web-80`. */
  upstream?: string;
}

/** Texts for "no server" in log formats. */
const NOBODY = new Set(["", "-", "<NOSRV>"]);

/**
 * @param server address or name of the server, or a text for none; undefined if the log does not contain who answered
 * @returns undefined without a status: the client disconnected first
 */
export function loggedAnswer(status: string | undefined, server?: string, upstream?: string): LoggedAnswer | undefined {
  const number = Number(status);
  if (!(number >= 100 && number <= 599)) return undefined;
  if (server === undefined) return { status: number };
  if (NOBODY.has(server)) return { status: number, by: "load balancer" };
  const address = serverAddress(server);
  return {
    ...{ status: number, by: "server" },
    ...(address === undefined ? { name: server } : { server: address }),
    ...(upstream === undefined || NOBODY.has(upstream) ? {} : { upstream }),
  };
}

/** `10.0.0.1:8080` from an address or a URL; undefined for a name. */
function serverAddress(server: string): string | undefined {
  const [, address] = /^(?:\w+:\/\/)?(\d{1,3}(?:\.\d{1,3}){3}:\d{1,5}|\[[\da-fA-F:]{2,39}\]:\d{1,5})(?:\/.*)?$/.exec(server) ?? [];
  return address;
}
