import { afterAll, beforeAll, vi } from "vitest";
import type { Host } from "../../sandbox/lib/host";
import { providerHere } from "../../support/provider-here";
import { startWire } from "../lib/wire";
import type { CampaignWorld } from "../lib/world";

/** A server, and the provider that all sequences of a file share. */
export interface Stage<W extends CampaignWorld> {
  readonly world: W;
  readonly host: Host;
}

/**
 * Starts both for the tests of a file. The provider runs in this process, by the same door that the engine's host process uses, and
 * its requests go to the server without a connection: twenty thousand sequences would spend most of their time on the way there and back.
 */
export function stage<W extends CampaignWorld>(start: () => Promise<W>): Stage<W> {
  const world = {} as W;
  const host = {} as Host;
  beforeAll(async () => {
    const wire = startWire();
    Object.assign(world, await start());
    vi.doMock("../../../provider/http/transport", async (original) => {
      const transport = await original<typeof import("../../../provider/http/transport")>();
      const transmit: typeof transport.transmit = async (peer, request) => {
        // the next file of this process may have the same modules, and servers of its own
        if (peer.origin !== world.front.url) return transport.transmit(peer, request);
        const { method, path, headers, body } = request;
        const raw = Buffer.from(body === undefined ? "" : JSON.stringify(body));
        const answer = await world.front.here({ method, path, headers: lowerCase(headers), raw }, wire);
        const text = answer.body.toString();
        return { status: answer.status, headers: transport.plainHeaders(answer.headers), text, body: transport.parsed(text) };
      };
      return { ...transport, transmit };
    });
    for (const [name, value] of Object.entries(world.environment)) vi.stubEnv(name, withoutFaults(name) ?? value);
    Object.assign(host, await providerHere(world.kubeconfig ? { "kubernetes:kubeconfig": world.kubeconfig } : {}));
  });
  afterAll(async () => {
    vi.doUnmock("../../../provider/http/transport");
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    await world.stop();
  });
  return { world, host };
}

/** Returns the value of a timeout or interval variable for a run without injected faults: waits poll often, and a busy machine does not time out. */
function withoutFaults(name: string): string | undefined {
  if (/_(WAIT|PROVISION|DELETE)_TIMEOUT$/.test(name)) return undefined; // what never comes is waited for in vain
  if (name.endsWith("_TIMEOUT")) return "60";
  return /_(POLL_INTERVAL|RETRY_DELAY)$/.test(name) ? "2" : undefined;
}

const lowerCase = (headers: { [name: string]: string }) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
