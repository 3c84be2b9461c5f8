// Attaches sources to server lists, so that a watch can recompute them.

import { keyOf, type ServicePort } from "../specs";
import type { MemberSource, MembersIn } from "./backends";
import type { Members, MovingSpecs, ServerSource } from "./model";

/** Servers of the specs, each list with its source. */
export function withSource(membersIn: MembersIn, specs: MovingSpecs): MemberSource {
  const members = membersIn(specs);
  const sources = new WeakMap<ServicePort, ServerSource>();
  let last: { now: MovingSpecs; members: MemberSource } | undefined;
  const at = (now: MovingSpecs): MemberSource => {
    last = last?.now === now ? last : { now, members: membersIn(now) };
    return last.members;
  };
  return (service, port, report) => {
    const source = sources.get(port) ?? { service: keyOf(service.ref), read: (now) => at(now)(service, port, () => {}) };
    sources.set(port, source);
    return { ...members(service, port, report), source };
  };
}

/** Reads the current servers of a source. */
export type ReadServers = (source: ServerSource) => Members;

/** The backend with its current servers. */
export function withCurrentServers<B extends Members>(backend: B, read: ReadServers): B {
  if (!backend.source) return backend;
  const { servers, missing } = read(backend.source);
  return { ...backend, servers, missing };
}
