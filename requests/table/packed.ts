// Packs a routing table for a state, with shared tables for equal rules and answers.

import { z } from "zod";
import { listAt } from "./list-at";
import type { Condition, HostEntry, RoutingTable, ServedAddress, ServedAnswer, ServedPort, ServedRule, Servers } from "./routing-table";

/** Version of the form; a state of another version is not read. */
const VERSION = 2;

const index = z.number().int().nonnegative();
/** Answer, conditions and object of a rule, as indices of their tables; 0 is none. */
const rule = z.tuple([index, index, index]);
/** Index of the port, rules, fallback answer, certificate, TLS versions. */
const entry = z.tuple([index, z.array(rule), index, z.string().nullish(), z.array(z.string()).optional()]);

/**
 * Rules in a state: by host, with shared tables, without servers, API objects, files, lines and pointers. The order of specs has no
 * influence.
 */
const packedForm = z.object({
  v: z.literal(VERSION),
  /** Without hosts; answers are indices of their table. */
  addresses: z.array(z.record(z.string(), z.unknown())),
  answers: z.array(z.record(z.string(), z.unknown())),
  matches: z.array(z.array(z.record(z.string(), z.unknown()))),
  objects: z.array(z.string()),
  /** Services whose servers the specs do not give. */
  kept: z.array(z.string()).optional(),
  /** Rules on each port, by host. */
  hosts: z.record(z.string(), z.array(entry)),
});

/** Packed rules, as a state contains them. */
export type PackedRules = z.infer<typeof packedForm>;

/** Packs rules; equal rules give equal values. */
export function packedRules({ addresses, servers = {} }: RoutingTable): PackedRules {
  const [answers, matches, objects] = [new Table<ServedAnswer>(), new Table<Condition[]>(), new Table<string>()];
  const byHost = new Map<string, z.infer<typeof entry>[]>();
  let count = 0;
  const packedPort = ({ hosts, otherwise, ...port }: ServedPort) => {
    const at = count++;
    for (const [name, { rules, certificate, tlsVersions, otherwise: rest }] of Object.entries(hosts).sort(([a], [b]) => (a < b ? -1 : 1))) {
      const list = rules.map(
        ({ to, match, by }): z.infer<typeof rule> => [answers.at(withoutServers(to)), matches.at(match), objects.at(by?.object)],
      );
      const tls = tlsVersions ? [certificate ?? null, tlsVersions] : certificate === undefined ? [] : [certificate];
      listAt(byHost, name).push([at, list, answers.at(rest), ...tls] as z.infer<typeof entry>);
    }
    return { ...port, otherwise: answers.at(otherwise) };
  };
  const packedAddresses = addresses.map(({ ports, ...one }) => ({ ...one, ports: ports.map(packedPort) }));
  const kept = Object.keys(servers)
    .filter((service) => servers[service]?.kept)
    .sort();
  const hosts = [...byHost].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    v: VERSION,
    addresses: packedAddresses,
    answers: answers.values as unknown as PackedRules["answers"],
    matches: matches.values as unknown as PackedRules["matches"],
    objects: objects.values,
    ...(kept.length > 0 ? { kept } : {}),
    hosts: Object.fromEntries(hosts),
  };
}

/** Servers of a Service are found by its name. */
const withoutServers = (to: ServedAnswer): ServedAnswer =>
  "forward" in to && to.forward.some(({ service, servers }) => service !== undefined && servers)
    ? {
        ...to,
        forward: to.forward.map(({ servers, ...part }) => ({ ...part, ...(servers && part.service === undefined ? { servers } : {}) })),
      }
    : to;

/** Values by index, from 1. */
class Table<T> {
  readonly values: T[] = [];
  private readonly places = new Map<string, number>();

  at(value: T | undefined): number {
    if (value === undefined) return 0;
    const key = JSON.stringify(value);
    const place = this.places.get(key);
    if (place !== undefined) return place;
    this.places.set(key, this.values.push(value));
    return this.values.length;
  }
}

/** Rules of a state, and entries that another side can share. */
export interface UnpackedRules extends RoutingTable {
  /** All that clients get for a host on a port, by content; the objects of rules are ignored. */
  byContent: ReadonlyMap<string, HostEntry>;
}

/**
 * Unpacks rules; pointers and API objects are not stored.
 *
 * @param like another side: hosts with the same content share its rules, which are then compared by identity
 * @returns undefined for another version or invalid data
 */
export function unpackedRules(
  packed: unknown,
  servers: RoutingTable["servers"] = {},
  like?: Pick<UnpackedRules, "byContent">,
): UnpackedRules | undefined {
  const { success, data } = packedForm.safeParse(packed);
  if (!success) return undefined;
  try {
    return unpacked(data, servers, like);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** @throws RangeError for an index outside its table */
function unpacked(data: PackedRules, servers: RoutingTable["servers"], like: Pick<UnpackedRules, "byContent"> | undefined): UnpackedRules {
  const answerAt = (at: number) => valueAt(data.answers, at) as unknown as ServedAnswer;
  const ruleOf = ([to, match, by]: z.infer<typeof rule>): ServedRule => ({
    to: answerAt(to),
    ...(match === 0 ? {} : { match: valueAt(data.matches, match) as unknown as Condition[] }),
    ...(by === 0 ? {} : { by: { object: valueAt(data.objects, by), pointer: "" } }),
  });
  const addresses = data.addresses as unknown as PackedAddress[];
  const texts = { answers: data.answers.map(serialized), matches: data.matches.map(serialized), ports: portTexts(addresses, data.answers) };
  const contentOf = (name: string, [port, rules, rest, certificate, tlsVersions = []]: z.infer<typeof entry>): string =>
    [
      ...[name, texts.ports[port], certificate ? "TLS" : "", tlsVersions.join(), rest === 0 ? "" : texts.answers[rest - 1]],
      ...rules.map(([to, match]) => `${texts.answers[to - 1]} ${match === 0 ? "" : texts.matches[match - 1]}`),
    ].join("\n");
  const byPort: Map<string, HostEntry>[] = [];
  const byContent = new Map<string, HostEntry>();
  for (const [name, entries] of Object.entries(data.hosts))
    for (const packedEntry of entries) {
      const [port, rules, rest, certificate, tlsVersions] = packedEntry;
      const content = contentOf(name, packedEntry);
      const hostEntry = like?.byContent.get(content) ?? {
        rules: rules.map(ruleOf),
        ...(rest === 0 ? {} : { otherwise: answerAt(rest) }),
        ...(typeof certificate === "string" ? { certificate } : {}),
        ...(tlsVersions ? { tlsVersions } : {}),
      };
      byPort[port] = (byPort[port] ?? new Map()).set(name, hostEntry);
      byContent.set(content, hostEntry);
    }
  let count = 0;
  const unpackedAddresses = addresses.map(
    ({ ports, ...address }): ServedAddress => ({
      ...address,
      ports: ports.map(({ otherwise, ...port }) => ({
        ...port,
        hosts: Object.fromEntries(byPort[count++] ?? []),
        otherwise: answerAt(otherwise),
      })),
    }),
  );
  const kept = (data.kept ?? []).map((service): [string, Servers] => [service, { ready: [], kept: true }]);
  return { addresses: unpackedAddresses, servers: { ...servers, ...Object.fromEntries(kept) }, byContent };
}

const serialized = (value: unknown): string => JSON.stringify(value);

/** Each port with the group of its address, in order: hosts of different ports never count as equal. */
const portTexts = (addresses: readonly PackedAddress[], answers: PackedRules["answers"]): string[] =>
  addresses.flatMap(({ group, ports }) => ports.map(({ otherwise, ...port }) => serialized([group, port, answers[otherwise - 1]])));

function valueAt<T>(table: readonly T[], at: number): T {
  const value = table[at - 1];
  if (value === undefined) throw new RangeError(`place ${at} is not in the table`);
  return value;
}

type PackedAddress = Omit<ServedAddress, "ports"> & { ports: (Omit<ServedPort, "hosts" | "otherwise"> & { otherwise: number })[] };
