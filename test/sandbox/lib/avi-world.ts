import { afterAll, beforeAll, beforeEach } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { type Host, type HostOptions, startHost } from "./host";

/** One controller and one provider process for a file of tests. */
export interface AviWorld {
  avi: AviSandbox;
  host: Host;
}

/** The environment in which a provider process finds the sandbox; waits are short and nothing is cached. */
export function environment(avi: AviSandbox): { [name: string]: string } {
  return {
    AVI_CONTROLLER: avi.url,
    AVI_USERNAME: avi.username,
    AVI_PASSWORD: avi.password,
    AVI_RATE_LIMIT: "off",
    AVI_RETRY_DELAY: "1",
    AVI_LIST_CACHE: "0",
  };
}

/** Starts both before the tests of a file; the controller is as new before each test. */
export function world({ version, ...options }: HostOptions & { version?: string } = {}): AviWorld {
  const started = {} as AviWorld;
  beforeAll(async () => {
    started.avi = await startAviSandbox({ rateLimit: "off", version });
    started.host = await startHost({ ...options, env: { ...environment(started.avi), ...options.env } });
  });
  beforeEach(async () => {
    started.avi.reset();
    started.avi.resetCalls();
    await clearFaults(started.avi);
  });
  afterAll(async () => {
    started.host?.stop();
    await started.avi?.close();
  });
  return started;
}

/** Forgets every fault that has not struck yet. */
export async function clearFaults(avi: AviSandbox): Promise<void> {
  await fetch(`${avi.url}/_lab/fault`, { method: "DELETE" });
}

/** `POST pool` and so on: calls of the API since the last reset, without log-ins. */
export function calls(avi: AviSandbox): string[] {
  return avi
    .calls()
    .filter(({ path }) => path.includes("/api/") && !path.includes("initial-data"))
    .map(({ method, path }) => `${method} ${/\/api\/([a-z]+)/.exec(path)?.[1]}`);
}

/** Calls that change something. */
export function writes(avi: AviSandbox): string[] {
  return calls(avi).filter((call) => !call.startsWith("GET"));
}
