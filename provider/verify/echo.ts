// Part of `k8s-lb verify`: the echo servers, whose answers show which of them got a request.

import { createServer, type Server } from "node:http";

/** Header of the answers of an echo server: the address and port at which it was reached. */
export const ECHO_HEADER = "x-k8s-lb-echo";

/** Running echo servers. */
export interface Echo {
  /** `127.0.0.1:8081` of each. */
  addresses: string[];
  close(): Promise<void>;
}

/**
 * Serves HTTP on each of the addresses: an answer tells where the request arrived, and its path and headers. Nothing else is answered, and
 * nothing is kept.
 *
 * @param places address and port; port 0 takes any free one
 */
export async function startEcho(places: readonly { host: string; port: number }[]): Promise<Echo> {
  const servers: Server[] = [];
  const close = async () => {
    await Promise.all(servers.map((server) => new Promise((done) => server.close(done).closeAllConnections())));
  };
  try {
    for (const { host, port } of places) servers.push(await listening(host, port));
  } catch (error) {
    await close();
    throw error;
  }
  return { addresses: servers.map(listeningAddress), close };
}

function listening(host: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const { localAddress = "", localPort = 0 } = request.socket;
    response.setHeader(ECHO_HEADER, placeText(localAddress, localPort));
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ path: request.url, headers: request.headers }));
    request.resume();
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve(server));
  });
}

function listeningAddress(server: Server): string {
  const at = server.address();
  return at === null || typeof at === "string" ? "" : placeText(at.address, at.port);
}

/** An address of IPv4 that came through a socket of IPv6 is one of IPv4. */
function placeText(address: string, port: number): string {
  const plain = address.replace(/^::ffff:/, "");
  return `${plain.includes(":") ? `[${plain}]` : plain}:${port}`;
}
