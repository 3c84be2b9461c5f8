import { afterAll, beforeAll, beforeEach } from "vitest";
import { type AviApi, apiFor } from "../../../../provider/avi/client/api";
import { type AviSandbox, startAviSandbox } from "../../../../sandbox/index";

/** Configuration for a sandbox, as a stack would hold it; more keys on top. */
export function configFor(avi: AviSandbox, more: { [key: string]: string } = {}) {
  const values: { [key: string]: string } = {
    controller: avi.url,
    username: avi.username,
    password: avi.password,
    rateLimit: "off",
    retryDelay: "1",
    ...more,
  };
  return { get: (key: string) => values[key] };
}

let marker = 0;

/** A client of its own for each test: sessions live as long as the process, so that no test meets another's. */
export function freshApi(avi: AviSandbox, more: { [key: string]: string } = {}): AviApi {
  return apiFor(configFor(avi, { timeout: `${60 + ++marker}`, ...more }));
}

/** One controller for a file of tests, as new before each. */
export function controller(): { avi: AviSandbox } {
  const started = {} as { avi: AviSandbox };
  beforeAll(async () => {
    started.avi = await startAviSandbox({ rateLimit: "off" });
  });
  beforeEach(async () => {
    started.avi.reset();
    started.avi.resetCalls();
    await fetch(`${started.avi.url}/_lab/fault`, { method: "DELETE" });
  });
  afterAll(() => started.avi?.close());
  return started;
}

/** Counts the calls of the API, by method and path. */
export function count(avi: AviSandbox, method: string, part: string): number {
  return avi.calls().filter((call) => call.method === method && call.path.includes(part)).length;
}

export const SCOPE = { tenant: "admin", cloud: "Default-Cloud" };
