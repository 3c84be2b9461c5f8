// Finds example values for the conditions of any dimension: methods, clients, hosts, paths, headers.

import type { Algebra, Expression } from "../patterns/algebra";
import { expressionOf } from "../patterns/parse";
import { HOST_CHARACTERS, wordsFor } from "../patterns/words";
import { narrowest } from "../table/host-names";
import { addressText, rangeOf } from "../table/networks";
import type { ClientCondition, Condition, HostCondition, MethodCondition, PathCondition, ValueCondition } from "../table/routing-table";
import { pathSamples } from "./paths";
import type { Samples } from "./sample-values";
import { valueSamples } from "./values";

/** The host whose requests are divided, and narrower hosts with entries of their own. */
export interface Within {
  name: string;
  host: string;
  isTaken(name: string): boolean;
}

/** Example values that tell the conditions of one dimension apart. */
export function samplesOf(conditions: readonly Condition[], within: Within): Samples {
  switch (conditions[0]?.of) {
    case "path":
      return pathSamples(conditions as PathCondition[]);
    case "host":
      return hostSamples(conditions as HostCondition[], within);
    case "method":
      return methodSamples(conditions as MethodCondition[]);
    case "client":
      return clientSamples(conditions as ClientCondition[]);
    case "header":
    case "query":
      return valueSamples(conditions as ValueCondition[]);
    default:
      return { values: [true, false], complete: true };
  }
}

const METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "CONNECT", "PROPFIND"];

function methodSamples(conditions: readonly MethodCondition[]): Samples {
  const named = new Set(conditions.flatMap(({ values }) => values));
  const other = METHODS.find((method) => !named.has(method)) ?? "OTHER";
  return { values: [...named, other], complete: true };
}

/** First addresses of each range and after it: between two of them no range begins or ends. */
function clientSamples(conditions: readonly ClientCondition[]): Samples {
  const ranges = [...new Set(conditions.flatMap(({ values }) => values))].flatMap((text) => rangeOf(text) ?? []);
  const values = new Map<string, string>();
  for (const { bits, first, last } of ranges)
    for (const value of [first, last + 1n]) if (value < 1n << BigInt(bits)) values.set(`${bits} ${value}`, addressText({ bits, value }));
  return { values: ["192.0.2.1", ...values.values(), "0.0.0.0", "2001:db8::1", "::"], complete: true };
}

/** Example hosts. Those that a regular expression matches are found by search. */
function hostSamples(conditions: readonly HostCondition[], { name, host, isTaken }: Within): Samples {
  const isWithin = (one: string) => narrowest(one, isTaken) === name;
  if (name !== "" && !name.startsWith("*")) return { values: [host], complete: true };
  const written = conditions.flatMap(({ is, values }) => (is === "name" ? values : []));
  const names = written.map((one) => (one.startsWith("*") || one === "" ? `some${one.slice(one.indexOf("."))}` : one));
  const patterns = conditions.flatMap(({ is, values }) => (is === "regex" ? values : []));
  const hosts = patterns.length === 0 ? [] : hostsFor(patterns, name);
  const values = [...new Set([host, ...names, ...hosts])].filter(isWithin);
  return { values, complete: patterns.length === 0 && !written.some((one) => one.startsWith("*")) };
}

function hostsFor(patterns: readonly string[], name: string): string[] {
  const scope = (algebra: Algebra): Expression =>
    name === "" ? algebra.any() : algebra.chain(algebra.any(), algebra.text(name.slice(name.indexOf("."))));
  const all = (algebra: Algebra) => [scope(algebra), ...patterns.flatMap((one) => expressionOf(algebra, one, true) ?? [])];
  return wordsFor(all, HOST_CHARACTERS).words;
}
