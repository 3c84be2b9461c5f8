import type { L7RuleBody } from "../../../contract/octavia";
import type { PathMatch } from "../../routing";

/** Host and path together; a policy without rules would never match, so "everything" is a rule too. */
export function rulesOf(host: string, match: PathMatch): L7RuleBody[] {
  const rules = [...hostRules(host), ...pathRules(match)];
  return rules.length > 0 ? rules : [{ type: "PATH", compare_type: "STARTS_WITH", value: "/" }];
}

/** `*.example.com` stands for one label, as Kubernetes has it; `*` alone for any host. */
function hostRules(host: string): L7RuleBody[] {
  if (host === "*") return [];
  if (!host.startsWith("*.")) return [{ type: "HOST_NAME", compare_type: "EQUAL_TO", value: host }];
  return [{ type: "HOST_NAME", compare_type: "REGEX", value: `^[^.]+${literal(host.slice(1))}$` }];
}

/** The rule for a path; none where every path matches. */
export function pathRules({ path, type }: PathMatch): L7RuleBody[] {
  const stem = path.replace(/\/+$/, "");
  if (type === "exact") return [{ type: "PATH", compare_type: "EQUAL_TO", value: path }];
  if (stem === "" && (path === "" || path === "/")) return [];
  if (type === "segments") return [{ type: "PATH", compare_type: "REGEX", value: `^${literal(stem)}(/|$)` }];
  return [{ type: "PATH", compare_type: "STARTS_WITH", value: path }];
}

/** Whether everything that `inner` matches is matched by `outer` too. */
export function covers(outer: PathMatch, inner: PathMatch): boolean {
  if (outer.type === "exact") return inner.type === "exact" && inner.path === outer.path;
  if (outer.type === "prefix") return inner.path.startsWith(outer.path);
  const stem = outer.path.replace(/\/+$/, "");
  return inner.path.replace(/\/+$/, "") === stem || inner.path.startsWith(`${stem}/`);
}

/** Longest match first: the whole path, then longer before shorter, then by segments before by characters. */
export function bySpecificity(a: PathMatch, b: PathMatch): number {
  const rank = { exact: 0, segments: 1, prefix: 2 };
  const exact = Number(b.type === "exact") - Number(a.type === "exact");
  return exact || b.path.length - a.path.length || rank[a.type] - rank[b.type] || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
