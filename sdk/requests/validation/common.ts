import type { ForwardAnswer } from "../../../kinds/requests/effect";
import { sameAnswer } from "../../../kinds/requests/equal";
import { UNKNOWN_TEXT } from "../../specs";
import type { Reason } from "./reason";

/** Codes of faults after which nothing, or a part, of an object or its rule is served. */
const FAULTS = [
  ...(["LB1101", "LB1102", "LB1103", "LB1105", "LB1107", "LB1108", "LB1109", "LB1110", "LB1111", "LB1112", "LB1114", "LB1115"] as const),
  ...(["LB1119", "LB1120", "LB1201", "LB1202", "LB1203", "LB1205", "LB1210", "LB1211", "LB1216", "LB1218", "LB1220", "LB1301"] as const),
  ...([
    "LB1307",
    "LB1316",
    "LB1404",
    "LB1405",
    "LB1407",
    "LB1408",
    "LB1410",
    "LB1413",
    "LB1414",
    "LB1415",
    "LB1416",
    "LB1702",
    "LB1703",
  ] as const),
  ...(["LB1704", "LB1705", "LB1706", "LB1708", "LB1709"] as const),
];

/** True for the answer of those parts that have a server which is ready; where none has one, whoever is named. */
export function isSameOfReady(was: ForwardAnswer, is: ForwardAnswer): boolean {
  const ready = was.to.filter(({ servers = [], status }) => status !== undefined || servers.length > 0);
  const sum = ready.reduce((all, { share }) => all + share, 0);
  return sum === 0 || sameAnswer({ ...was, to: ready.map((part) => ({ ...part, share: part.share / sum })) }, is);
}

/** Reasons of every target, behind those of its own. */
export const COMMON_REASONS: readonly Reason[] = [
  {
    kinds: ["extra"],
    why: "Names that no spec has lead to no load balancer. Whoever asks for one there gets what the load balancer has for all names.",
    fits: ({ isNamed }) => !isNamed,
  },
  {
    kinds: ["extra"],
    why: "A redirect of a host takes the paths that nobody serves, too.",
    fits: ({ difference }) => difference.is.kind === "redirect",
  },
  {
    kinds: ["extra"],
    why: "Connections that are handed on as they are may carry any protocol within TLS; specs speak of https alone.",
    fits: ({ difference: { protocol, is } }) => protocol === "tls" && is.kind === "forward" && is.tls === "passthrough",
  },
  {
    kinds: ["extra"],
    why: "A certificate whose names cannot be read counts for every name.",
    fits: ({ difference: { was } }) => was.kind === "closed" && was.reason.startsWith("no certificate is valid"),
  },
  {
    kinds: ["shares", "elsewhere"],
    why: "While none of its servers is ready, the part of a Service goes to the others.",
    fits: ({ difference: { was, is } }) => was.kind === "forward" && is.kind === "forward" && isSameOfReady(was, is),
  },
  {
    kinds: ["lost", "shares", "elsewhere"],
    why: "Servers that a preview does not know yet have no part.",
    fits: ({ difference: { was } }) => was.kind === "forward" && was.to.some(({ unready }) => unready?.includes(UNKNOWN_TEXT)),
  },
  {
    kinds: ["lost", "redirected", "unredirected", "location", "status", "elsewhere", "shares", "edits"],
    why: "The spec, or what it refers to, has a fault.",
    codes: FAULTS,
  },
  { kinds: ["let in"], why: "The target does not apply the restriction of clients.", codes: ["LB1316", "LB1404"] },
  {
    kinds: ["extra", "lost", "redirected", "unredirected", "location", "elsewhere", "shares", "edits", "status"],
    why: "The target expresses it differently.",
    codes: ["LB1302", "LB1301", "LB1208", "LB1209", "LB1219", "LB1312", "LB1404", "LB1503", "LB1519"],
  },
];
