import type { L7RuleBody } from "../../../kinds/octavia/l7-policy";
import { type PathMatch, stemOf } from "../../routing";

/** The longest value a rule takes. */
const MAX_VALUE = 255;

/** Host and path together; a policy without rules would never match, so "everything" is a rule too. */
export function rulesOf(host: string, match: PathMatch, others: readonly L7RuleBody[] = []): L7RuleBody[] {
  const rules = [...hostRules(host), ...pathRules(match), ...others];
  return rules.length > 0 ? rules : [{ type: "PATH", compare_type: "STARTS_WITH", value: "/" }];
}

/** `*.example.com` stands for one label, as Kubernetes has it; `*` alone for any host. */
function hostRules(host: string): L7RuleBody[] {
  if (host === "*") return [];
  if (!host.startsWith("*.")) return [{ type: "HOST_NAME", compare_type: "EQUAL_TO", value: host }];
  return [{ type: "HOST_NAME", compare_type: "REGEX", value: `^[^.]+${literal(host.slice(1))}$` }];
}

/** None of these hosts, in as few rules as their names fit into. */
export function noneOf(hosts: readonly string[]): L7RuleBody[] {
  const [only] = hosts;
  if (only !== undefined && hosts.length === 1) return hostRules(only).map(inverted);
  const chunks: string[] = [];
  for (const pattern of hosts.map(literal)) {
    const longer = `${chunks.at(-1)}|${pattern}`;
    if (chunks.length > 0 && longer.length + "^()$".length <= MAX_VALUE) chunks.splice(-1, 1, longer);
    else chunks.push(pattern);
  }
  return chunks.map((alternatives) => ({ type: "HOST_NAME", compare_type: "REGEX", value: `^(${alternatives})$`, invert: true }));
}

/** The rule for a path; none where every path matches. */
export function pathRules({ path, type }: PathMatch): L7RuleBody[] {
  if (type === "exact") return [pathRule("EQUAL_TO", path, `^${literal(path)}$`)];
  if (path === "" || path === "/" || (type === "segments" && stemOf(path) === "")) return [];
  if (type === "segments") return [{ type: "PATH", compare_type: "REGEX", value: `^${literal(stemOf(path))}(/|$)` }];
  return [pathRule("STARTS_WITH", path, `^${literal(path)}`)];
}

/** Whether the rules of the path are short enough for Octavia. */
export const fitsRule = (match: PathMatch): boolean => pathRules(match).every(({ value }) => value.length <= MAX_VALUE);

/**
 * What does not reach HAProxy as it is written: Octavia's template escapes HTML (`&` becomes `&amp;`), the configuration takes `#`
 * for the beginning of a comment, and the API refuses blanks and everything outside ASCII.
 */
const MANGLED = /[&'"<>#]|[^!-~]/gu;

function pathRule(compare_type: "EQUAL_TO" | "STARTS_WITH", path: string, pattern: string): L7RuleBody {
  const mangled = path.search(MANGLED) >= 0;
  return mangled ? { type: "PATH", compare_type: "REGEX", value: pattern } : { type: "PATH", compare_type, value: path };
}

/** A regular expression for the text itself. */
function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replace(MANGLED, inHex);
}

/** The bytes of a character, `\x26` for `&`. */
const inHex = (character: string) => [...Buffer.from(character)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");

export const inverted = (rule: L7RuleBody): L7RuleBody => ({ ...rule, invert: true });
