// Translates the match of an Avi policy rule into conditions.

import { textIn } from "../../resources/json";
import { sentPath } from "../answer/sent-url";
import { nameFits } from "../table/host-names";
import { literalPattern } from "../table/literal-pattern";
import type { Condition, PathCondition, ServedPort } from "../table/routing-table";
import { type Body, type Lookup, numbersIn, recordIn, recordsIn, textsIn } from "./bodies";
import { queryConditions } from "./query";

/** Port and name for which a rule is read. */
export interface RuleLocation {
  /** A name of the port: of the host, or with `bySni` of the TLS handshake. */
  name: string;
  port: number;
  bySni?: ServedPort["bySni"];
  /** The host is known to match: rules were looked up by it. */
  fits?: true;
}

/**
 * Conditions of a match; undefined if no request to this name can meet it. Conditions that name and port already decide are left out. All
 * criteria must hold; of the values of one criterion any may.
 */
export function conditionsOf(cx: Lookup, match: Body, place: RuleLocation): Condition[] | undefined {
  const { vs_port, host_hdr, path, hdrs, method, query } = match;
  const ports = recordIn(vs_port);
  if (vs_port && numbersIn(ports.ports).includes(place.port) !== isPositive(ports)) return undefined;
  const conditions: Condition[] = [];
  const hosts = place.fits ? [] : [...(host_hdr ? [recordIn(host_hdr)] : []), ...recordsIn(hdrs).filter(isHost)];
  for (const criterion of hosts) {
    const condition = hostCondition(criterion, place);
    if (condition === false) return undefined;
    if (condition !== true) conditions.push(condition);
  }
  if (path) conditions.push(...pathConditions(cx, recordIn(path)));
  if (method)
    conditions.push({
      of: "method",
      values: textsIn(recordIn(method).methods).map((one) => one.replace(/^HTTP_METHOD_/, "")),
      ...turned(recordIn(method)),
    });
  for (const criterion of recordsIn(hdrs)) if (!isHost(criterion)) conditions.push(headerCondition(criterion));
  if (query) conditions.push(...queryConditions(recordIn(query)));
  return conditions;
}

const isHost = ({ hdr }: Body): boolean => textIn(hdr).toLowerCase() === "host";
const isPositive = ({ match_criteria }: Body): boolean => !/NOT/.test(textIn(match_criteria));
const turned = (criterion: Body): { not?: true } => (isPositive(criterion) ? {} : { not: true });

/** Host names that a match compares, in the form of `ServedPort.hosts`. */
export function namesIn({ host_hdr, hdrs }: Body): string[] {
  const all = [...(host_hdr ? [recordIn(host_hdr)] : []), ...recordsIn(hdrs).filter(isHost)];
  return all.flatMap((criterion) => namesOf(criterion));
}

function namesOf(criterion: Body): string[] {
  const values = textsIn(criterion.value).map((value) => value.toLowerCase().replace(/:\d+$/, ""));
  if (/EQUAL/.test(textIn(criterion.match_criteria))) return values.filter((value) => !value.startsWith("*"));
  return /END/.test(textIn(criterion.match_criteria)) ? values.map((value) => (value.startsWith(".") ? `**${value}` : value)) : [];
}

/**
 * True or false where the name decides; a condition on the host where the name is that of the handshake, or where only a part of the host
 * is compared.
 */
function hostCondition(criterion: Body, { name, bySni }: RuleLocation): Condition | boolean {
  const names = namesOf(criterion);
  const isByName = /EQUAL|END/.test(textIn(criterion.match_criteria));
  if (!isByName) {
    const literal = textsIn(criterion.value).map(literalPattern);
    const begins = /BEGIN/.test(textIn(criterion.match_criteria)) ? "^" : "";
    return { of: "host", is: "regex", values: literal.map((value) => `${begins}${value}`), ...turned(criterion) };
  }
  if (bySni) return { of: "host", is: "name", values: names, ...turned(criterion) };
  // the values have entries of their own: within a broader name they decide nothing
  const fits = names.some(
    (pattern) =>
      pattern === name ||
      (name.startsWith("**") ? pattern.startsWith("**") && name.endsWith(pattern.slice(2)) : nameFits(pattern, name.replace(/^\*/, "x"))),
  );
  return fits === isPositive(criterion);
}

function pathConditions(cx: Lookup, criterion: Body): PathCondition[] {
  const criteria = textIn(criterion.match_criteria);
  const groups = textsIn(criterion.string_group_refs).flatMap((reference) => recordsIn(cx.at("stringgroup", reference)?.kv));
  const values = [...textsIn(criterion.match_str), ...groups.map(({ key }) => textIn(key))];
  const common = { ...(criterion.match_case === "SENSITIVE" ? {} : { fold: true as const }), ...turned(criterion) };
  // @unverified avi/regex-anywhere
  if (/REGEX/.test(criteria)) return [{ of: "path", is: "regex", values, ...common }];
  const sent = values.map(sentPath);
  if (/EQUAL/.test(criteria)) return [{ of: "path", is: "exact", values: sent, ...common }];
  if (/BEGIN/.test(criteria))
    return values.includes("/") && isPositive(criterion) ? [] : [{ of: "path", is: "characters", values: sent, ...common }];
  const literal = sent.map(literalPattern);
  return [{ of: "path", is: "regex", values: literal.map((value) => (/END/.test(criteria) ? `${value}$` : value)), ...common }];
}

function headerCondition(criterion: Body): Condition {
  const common = { of: "header" as const, name: textIn(criterion.hdr).toLowerCase(), ...turned(criterion) };
  const criteria = textIn(criterion.match_criteria);
  if (/EXIST/.test(criteria)) return { ...common, is: "present", values: [] };
  const values = textsIn(criterion.value);
  if (/EQUAL/.test(criteria) && criterion.match_case === "SENSITIVE") return { ...common, is: "exact", values };
  const [before, after] = [/BEGIN|EQUAL/.test(criteria) ? "^" : "", /END|EQUAL/.test(criteria) ? "$" : ""];
  const literal = values.map((value) => literalPattern(value).replace(/[a-z]/gi, foldedIn(criterion)));
  return { ...common, is: "regex", values: literal.map((value) => `${before}${value}${after}`) };
}

const foldedIn =
  ({ match_case }: Body) =>
  (letter: string): string =>
    match_case === "SENSITIVE" ? letter : `[${letter.toLowerCase()}${letter.toUpperCase()}]`;
