import { keyOf, type ServicePort, type SpecSet } from "../specs";
import type { MemberSource } from "./backends";
import type { Members } from "./model";

/** The part of the specs that Pods and nodes change by themselves. Of a plan with the same structure nothing but servers follows from it. */
export type MovingSpecs = Pick<SpecSet, "endpoints" | "nodes" | "pods">;

/** Choice of a target: the source of servers, in the specs of a moment. */
export type MembersIn = (now: MovingSpecs) => MemberSource;

/** Servers of one port of a Service, at any moment. Backends that share them share the source. */
export interface ServerSource {
  /** `namespace/name` of the Service. */
  readonly service: string;
  /** The servers of a moment; undefined where endpoints choose another port than the plan has: that changes more than servers. */
  read(now: MovingSpecs): Members | undefined;
}

/** The servers that the specs tell, each list with its source. */
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

/** Reads a source at a moment. */
export type ReadServers = (source: ServerSource) => Members;

/** The same backend with the servers of a moment. */
export function readAnew<B extends Members>(backend: B, read: ReadServers): B {
  if (!backend.source) return backend;
  const { servers, missing } = read(backend.source);
  return { ...backend, servers, missing };
}
