import { afterAll, beforeAll } from "vitest";
import { connect, type OpenStack } from "../../provider/octavia/client";
import { type OctaviaSandbox, startOctaviaSandbox } from "../../sandbox/index";
import { openstackEnvironment } from "../../sandbox/octavia-sandbox";
import { type EngineLog, engineLog } from "../sandbox/lib/engine-log";
import { type Host, startHost } from "../sandbox/lib/host";

/** The sandbox, a provider process and a client of its own, for the tests of a file. */
export interface OctaviaSandboxCloud {
  cloud: OctaviaSandbox;
  host: Host;
  /** What resources say on their rows. */
  engine: EngineLog;
  stack: OpenStack;
  env: { [name: string]: string };
}

/** Starts all of it before the tests of the file, and ends it after them. */
export function octaviaCloud(): OctaviaSandboxCloud {
  const lab = {} as OctaviaSandboxCloud;
  beforeAll(async () => {
    lab.cloud = await startOctaviaSandbox({ provisioningMs: 5 });
    lab.env = { ...openstackEnvironment(lab.cloud), OCTAVIA_POLL_INTERVAL: "20", OCTAVIA_LIST_CACHE: "0", OCTAVIA_RETRY_DELAY: "1" };
    lab.engine = await engineLog();
    lab.host = await startHost({ env: lab.env, engine: lab.engine.address });
    lab.stack = connect({ get: () => undefined, explicit: () => undefined, env: lab.env });
  }, 60_000);
  afterAll(async () => {
    lab.host?.stop();
    lab.engine?.stop();
    await lab.cloud?.close();
  });
  return lab;
}
