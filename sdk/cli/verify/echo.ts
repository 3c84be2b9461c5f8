// `k8s-lb verify echo`: serves two echo servers, which answer with path and headers of the request.

import { type Echo, startEcho } from "../../../provider";
import { UsageError } from "../grammar";
import { opt } from "../option";
import { printNote } from "../output";
import { stopped } from "../signals";
import { defineVerb } from "../verb";

/** Address of two servers, which the load balancer tells apart by their ports. */
const USUAL = ["127.0.0.1:8081", "127.0.0.1:8082"];

export const verifyEchoCommand = defineVerb({
  name: "echo",
  description: "Serve the two echo servers for --send, until Ctrl-C; on loopback unless --listen says otherwise",
  options: [opt("--listen <address...>", "two addresses with ports, as the load balancer reaches them").usually(USUAL)],
  examples: ["verify echo", "verify echo --listen 10.0.0.5:8081 10.0.0.5:8082"],
  async run({ listen }) {
    if (listen.length !== 2) throw new UsageError("--listen takes two addresses: 10.0.0.5:8081 10.0.0.5:8082");
    const echo = await started(listen.map(hostAndPortIn));
    process.stdout.write(`${echo.addresses.join(" ")}\n`);
    printNote("note: answers every request with its path and headers; Ctrl-C ends it");
    await stopped(new AbortController());
    await echo.close();
  },
});

async function started(places: { host: string; port: number }[]): Promise<Echo> {
  try {
    return await startEcho(places);
  } catch (error) {
    throw new UsageError(`cannot listen: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * `10.0.0.5:8081` or `[fd00::5]:8081`.
 *
 * @throws UsageError for any other text
 */
export function hostAndPortIn(text: string): { host: string; port: number } {
  const [, six, host, port] = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? [];
  if (port === undefined || Number(port) > 65535) throw new UsageError(`'${text}' is not an address with a port, such as 10.0.0.5:8081`);
  return { host: six ?? host ?? "", port: Number(port) };
}
