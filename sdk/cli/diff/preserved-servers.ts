// Servers that a run preserves, put into the later side of a comparison.
import type { PlannedResource } from "../../plan";
import { membersOf, withMembers } from "../../watch/terms/pool-members";

/**
 * A later plan in which pools that keep their servers have those of the earlier one, so that a comparison shows no server that stays as removed.
 */
export function withPreservedServers<P extends { readonly resources: readonly PlannedResource[] }>(
  later: P,
  earlier: { readonly resources: readonly PlannedResource[] },
): P {
  const earlierServers = new Map<string, readonly unknown[]>();
  for (const { kind, inputs } of earlier.resources)
    for (const [pool, servers] of membersOf(kind, inputs)) if (servers !== "kept") earlierServers.set(`${kind} ${pool}`, servers);
  const preserved = ({ kind, inputs }: PlannedResource) =>
    [...membersOf(kind, inputs)].flatMap(([pool, servers]) => {
      const stays = servers === "kept" ? earlierServers.get(`${kind} ${pool}`) : undefined;
      return stays ? [[pool, stays] as const] : [];
    });
  const resources = later.resources.map((resource) => {
    const servers = preserved(resource);
    return servers.length === 0 ? resource : { ...resource, inputs: withMembers(resource.kind, resource.inputs, new Map(servers)) };
  });
  return { ...later, resources };
}
