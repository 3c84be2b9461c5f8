// Servers of pools as the program has them at this moment, beside those of the state: a running watch writes the former, and no state has
// them yet.

import type { DriftReport } from "../../../provider/lifecycle/drift";
import { ownTypeIn } from "../../../resources";
import { isRecord } from "../../../resources/json";
import type { ResourceInputs } from "../../../resources/members";
import { stepsOf } from "../../watch/stack/automation";
import { resourceOf } from "../../watch/stack/program";
import { membersOf } from "../../watch/terms/pool-members";
import type { Stack } from "../stack";

type Reported = DriftReport["drift"][number];

/** The server that a line says was added or removed: its pool and `address:port`. */
function serverIn({ object, field }: Reported): { pool: string; server: string } | undefined {
  const [, pool] = /^Pool (.+)$/.exec(object) ?? [];
  const [, server] = /(?:^|\.)(?:servers|members)\[(.+)\]$/.exec(field) ?? [];
  return pool === undefined || server === undefined ? undefined : { pool, server };
}

/** True if a report says of a pool of ours that a server was added or removed. */
export const hasServerDrift = ({ drift }: DriftReport): boolean => drift.some((one) => serverIn(one) !== undefined);

/** Tells of a line of drift that the load balancer has, or lacks, a server as the specs do at this moment. */
export type FollowsSpecs = (urn: string, line: Reported) => boolean;

/** Asks the program of a stack for its servers, in a preview, which changes nothing. */
export async function serversOfProgram(stack: Stack): Promise<FollowsSpecs> {
  const moved = new Map<string, (pool: string, server: string) => boolean>();
  const steps = await stepsOf((onEvent) => stack.preview({ color: "never", suppressProgress: true, onEvent }));
  for (const { type, name, before, after } of steps) {
    const kind = ownTypeIn(type);
    if (kind === undefined || !before || !after) continue;
    moved.set(resourceOf({ type, name }), (pool, server) => {
      const [was, is] = [before, after].map(({ inputs }) => serversOf(kind, inputs, pool));
      // a line says that the load balancer differs from the state: it is as the specs if they differ from it too
      return was !== undefined && is !== undefined && was.has(server) !== is.has(server);
    });
  }
  return (urn, line) => {
    const server = serverIn(line);
    return server !== undefined && moved.get(resourceOf(partsOf(urn)))?.(server.pool, server.server) === true;
  };
}

/** Type and name of the resource of a URN. */
function partsOf(urn: string): { type: string; name: string } {
  const [, , types = ""] = urn.split("::");
  return { type: types.slice(types.lastIndexOf("$") + 1), name: urn.slice(urn.lastIndexOf("::") + 2) };
}

/** The servers of a pool as `address:port`; undefined where the specs do not give them. */
function serversOf(kind: string, inputs: ResourceInputs, pool: string): ReadonlySet<string> | undefined {
  const list = membersOf(kind, inputs).get(pool);
  return list === undefined || list === "kept" ? undefined : new Set(list.filter(isRecord).map(serverAddressText));
}

/** Servers in a line of a drift report, of Avi and of Octavia. */
function serverAddressText({ ip, address, port, protocol_port }: ResourceInputs): string {
  const host = String(isRecord(ip) ? ip.addr : address);
  return `${ip === undefined && host.includes(":") ? `[${host}]` : host}:${port ?? protocol_port}`;
}
