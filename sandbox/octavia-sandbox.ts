import { answer } from "./octavia/api";
import { OPENSTACK_FAULT_BODIES } from "./octavia/fault-bodies";
import { lab } from "./octavia/lab";
import { NoopNetwork } from "./octavia/noop-network";
import { Octavia } from "./octavia/service";
import type { OctaviaSandboxOptions } from "./openstack-options";
import type { Call } from "./shared/calls";
import type { FaultRule } from "./shared/fault-rule";
import { Front } from "./shared/front";
import type { HttpRequest, Outcome } from "./shared/http";
import { SeededRandom } from "./shared/random";
import { listen } from "./shared/server";

/** A running Octavia that lives in this process. */
export interface OctaviaSandbox {
  /** Of the load balancer API. */
  url: string;
  /** The API calls since the start or the last `resetCalls`. */
  calls(): Call[];
  resetCalls(): void;
  fault(rule: FaultRule): void;
  close(): Promise<void>;
}

/** Starts Octavia in memory, on loopback. */
export async function startOctaviaSandbox(options: OctaviaSandboxOptions = {}): Promise<OctaviaSandbox> {
  const network = new NoopNetwork(new SeededRandom((options.seed ?? 1) + 1));
  const octavia = new Octavia({ auth: options.auth ?? "noauth", seed: options.seed ?? 1, delayMs: options.provisioningMs ?? 20 }, network, {
    missing: () => [],
    secret: () => undefined,
  });
  const nothingToDo = () => {};
  const front = new Front(
    options.latencyMs ?? 0,
    { bodies: OPENSTACK_FAULT_BODIES, expireSessions: nothingToDo, rotateCsrf: nothingToDo, holdName: nothingToDo },
    (request) => request.headers["x-project-id"],
  );
  for (const rule of options.faults ?? []) front.faults.add(rule);
  const handle = async (request: HttpRequest): Promise<Outcome> => {
    if (request.written.startsWith("/_lab/")) {
      return lab(
        octavia,
        request,
        (port) => network.announce(port),
        () => octavia.store.clear(),
      );
    }
    const caller = (received: HttpRequest) => ({ projectId: received.headers["x-project-id"], roles: ["admin"] });
    return front.handle(request, (received) => answer(octavia, caller, received));
  };
  const server = await listen(handle, options.port ?? 0);
  return {
    url: `http://127.0.0.1:${server.port}`,
    calls: () => front.calls.list(),
    resetCalls: () => front.calls.clear(),
    fault: (rule) => front.faults.add(rule),
    async close() {
      octavia.worker.stop();
      await server.close();
    },
  };
}
