// Finds the host entries of two routing tables that a logged request reaches.

import { type Answered, answer } from "../../requests/answer/answer";
import type { ParsedRequest } from "../../requests/answer/request";
import type { RequestChange } from "../../requests/differences/changes";
import { sameRules } from "../../requests/differences/rules-equal";
import { listenersAt, type ServedHost } from "../../requests/table/host-entries";
import { namesFor } from "../../requests/table/host-names";
import type { RoutingTable } from "../../requests/table/routing-table";
import { defaultPort } from "../../resources/default-port";
import type { CompleteRequest } from "./read";

/** Two routing tables, and the changes between them. */
export interface TrafficSides {
  before: RoutingTable;
  after: RoutingTable;
  changes: readonly RequestChange[];
}

/** Entries of both routing tables for one host at one port. */
export interface HostSides {
  /** A request to the host without path, method and headers. */
  hostRequest: ParsedRequest;
  was?: ServedHost;
  is?: ServedHost;
  /** True if both entries have the same rules: every request gets the same answer. */
  isSame: boolean;
  /** Indices of the changes that requests of the host may belong to. */
  lines: readonly number[];
}

const NO_HEADERS: ReadonlyMap<string, string> = new Map();

/** Finds where logged requests arrive. Clients stay in the address group that answered them; other groups are ignored. */
export class HostFinder {
  readonly sides: TrafficSides;
  private readonly same = new WeakMap<object, WeakMap<object, boolean>>();

  constructor({ before, after, changes }: TrafficSides) {
    this.sides = { before: hostsOnly(before), after: hostsOnly(after), changes };
  }

  of({ scheme, host, port: named }: Pick<CompleteRequest, "scheme" | "host" | "port">): HostSides {
    const { before, after } = this.sides;
    const listens = (port: number) => [before, after].some((side) => listenersAt(side, { protocol: scheme, port }) !== undefined);
    const port = named !== undefined && listens(named) ? named : defaultPort(scheme);
    const plain: ParsedRequest = {
      ...{ protocol: scheme, host, port, path: "/", search: "", query: NO_HEADERS, method: "GET", headers: NO_HEADERS },
      ...{ sni: host, clientCertificate: true },
    };
    const group = answer(before, plain).address?.group ?? answer(after, plain).address?.group;
    const hostRequest = group === undefined ? plain : { ...plain, group };
    const [was, is] = [placeIn(answer(before, hostRequest)), placeIn(answer(after, hostRequest))];
    return {
      hostRequest,
      ...(was ? { was } : {}),
      ...(is ? { is } : {}),
      isSame: was && is ? this.hasSameRules(was, is) : !was && !is,
      lines: this.linesAt(hostRequest, was, is),
    };
  }

  /** Compared once per pair of entries. */
  private hasSameRules(was: ServedHost, is: ServedHost): boolean {
    const [rulesBefore, rulesAfter] = [was.entry ?? was.port, is.entry ?? is.port];
    const byOther = this.same.get(rulesBefore) ?? new WeakMap<object, boolean>();
    this.same.set(rulesBefore, byOther);
    const isEqual = byOther.get(rulesAfter) ?? sameRules(was, is);
    byOther.set(rulesAfter, isEqual);
    return isEqual;
  }

  private linesAt({ port, group, host, protocol }: ParsedRequest, was: ServedHost | undefined, is: ServedHost | undefined): number[] {
    const names = [was?.name, is?.name];
    const name = [...namesFor(host)].find((one) => names.includes(one)) ?? "";
    const protocols = [protocol, was?.port.protocol, is?.port.protocol];
    return this.sides.changes.flatMap((change, at) =>
      change.port === port && change.group === group && change.host === name && protocols.includes(change.protocol) ? [at] : [],
    );
  }
}

function placeIn({ address, port, name }: Answered): ServedHost | undefined {
  const entry = port?.hosts[name];
  return address && port && { address, port, name, ...(entry ? { entry } : {}) };
}

/** Host names lead to addresses of hosts, not to addresses of Services. */
const hostsOnly = (rules: RoutingTable): RoutingTable => ({
  ...rules,
  addresses: rules.addresses.filter(({ group }) => !group.startsWith("Service ")),
});
