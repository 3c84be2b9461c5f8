// The answer that an access log has for a request.

/** Status, and who gave it, as far as the log says it. */
export interface LoggedAnswer {
  status: number;
  /** Absent where the log does not say it. */
  by?: "server" | "load balancer";
  /** `10.0.0.1:8080` */
  server?: string;
  /** Name or id of the server, where the log does not have its address. */
  name?: string;
  /** Name of the back end, as ingress-nginx writes it: `default-web-80`. */
  upstream?: string;
}

/** Words that formats write where no server answered. */
const NOBODY = new Set(["", "-", "<NOSRV>"]);

/**
 * @param server address or name of the server, or one of the words for none; undefined where the log does not say who answered
 * @returns undefined for what is no status: a client that went away before there was one
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

/** `10.0.0.1:8080` of an address or a URL; undefined for a name. */
function serverAddress(server: string): string | undefined {
  const [, address] = /^(?:\w+:\/\/)?(\d{1,3}(?:\.\d{1,3}){3}:\d{1,5}|\[[\da-fA-F:]{2,39}\]:\d{1,5})(?:\/.*)?$/.exec(server) ?? [];
  return address;
}
