// Calls to a running sandbox: its log and its reset.
import { Agent } from "node:https";
import axios from "axios";
import { z } from "zod";
import type { SandboxAddresses } from "../../../sandbox/index";
import type { Call } from "../../../sandbox/shared/front";
import { toTable } from "../table";

const answerSchema = z.object({
  calls: z.array(z.object({ method: z.string(), path: z.string(), status: z.number(), at: z.number(), durationMs: z.number() })),
});

/** A request that a back end of the sandbox was sent. */
export interface LoggedCall extends Call {
  backend: keyof typeof BACKENDS;
}

const BACKENDS = {
  avi: ({ avi }: SandboxAddresses) => avi.url,
  octavia: ({ octavia }: SandboxAddresses) => octavia.url,
  kubernetes: ({ kubernetes }: SandboxAddresses) => kubernetes.url,
} as const;

const BACKEND_NAMES = ["avi", "octavia", "kubernetes"] as const satisfies readonly (keyof typeof BACKENDS)[];

/** Every back end as it was when the sandbox was first started; its log is empty too. */
export async function resetSandbox(sandbox: SandboxAddresses): Promise<void> {
  await Promise.all(
    BACKEND_NAMES.map(async (backend) => {
      await control(sandbox, backend, "POST", "reset");
      await control(sandbox, backend, "DELETE", "calls");
    }),
  );
}

/** Requests to the sandbox since its start or reset, in the order of time. */
export async function callsOf(sandbox: SandboxAddresses): Promise<LoggedCall[]> {
  const lists = BACKEND_NAMES.map(async (backend) => {
    const calls: unknown = await control(sandbox, backend, "GET", "calls");
    return answerSchema.parse(calls).calls.map((call): LoggedCall => ({ backend, ...call }));
  });
  return (await Promise.all(lists)).flat().sort((one, other) => one.at - other.at);
}

/** Only requests that may change something. A login is none. */
export const isWrite = ({ method, path }: Call): boolean => method !== "GET" && !/^\/(login|logout|v3\/auth)/.test(path);

export function logTable(calls: readonly LoggedCall[]): string {
  if (calls.length === 0) return "No requests.\n";
  const rows = calls.map(({ at, backend, method, path, status, durationMs }) => [
    new Date(at).toISOString().slice(11, 23),
    backend,
    method,
    // 0: the connection was broken on purpose
    status === 0 ? "-" : String(status),
    `${durationMs} ms`,
    path,
  ]);
  return toTable(["TIME (UTC)", "BACK END", "METHOD", "STATUS", "TOOK", "PATH"], rows);
}

/** The certificate is the sandbox's own, and it listens on loopback only: no one in between could pose as it. */
async function control(
  sandbox: SandboxAddresses,
  backend: keyof typeof BACKENDS,
  method: "GET" | "POST" | "DELETE",
  what: string,
): Promise<unknown> {
  const { status, data } = await axios.request({
    method,
    url: `${BACKENDS[backend](sandbox)}/_lab/${what}`,
    headers: { "Content-Type": "application/json" },
    httpsAgent: new Agent({ rejectUnauthorized: false }),
    proxy: false,
    timeout: 10_000,
    validateStatus: () => true,
  });
  if (status === 200) return data;
  throw new Error(`the sandbox answered ${status} to ${what} of ${backend}: is it of another release? \`k8s-lb sandbox stop\` ends it`);
}
