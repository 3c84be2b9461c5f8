// Decides the precedence of the rules of Routes at one port of a Gateway.

import type { PathMatch, Rule } from "../../../routing/rule";
import { bySeniority, compare } from "../../../specs";
import { byHost } from "./hostnames";

/**
 * Order in which the rules of a port take requests (gateway-api.md 3.6): by host; exact paths, then regular expressions, then prefixes,
 * the longer first; with a method; more headers; more query parameters; the older Route; the order as written.
 *
 * A regular expression comes before prefixes: most Routes have the prefix `/`, beside which it would never match.
 */
export const byRank = (a: Rule, b: Rule): number =>
  byHost(a.host, b.host) ||
  PATHS.indexOf(a.match.path.is) - PATHS.indexOf(b.match.path.is) ||
  b.match.path.value.length - a.match.path.value.length ||
  Number(b.match.method !== undefined) - Number(a.match.method !== undefined) ||
  b.match.headers.length - a.match.headers.length ||
  b.match.queryParams.length - a.match.queryParams.length ||
  bySeniority(a.owner, b.owner) ||
  order(a.at) - order(b.at) ||
  a.index - b.index ||
  compare(a.host, b.host) ||
  compare(a.except.join(), b.except.join());

const PATHS: readonly PathMatch["is"][] = ["exact", "regex", "segments"];

/** Index of the rule. */
const order = (at: string) => Number(at.slice(at.lastIndexOf("/") + 1));
