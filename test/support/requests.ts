import type { AviBody } from "../../resources/avi/body";
import type { L7PolicyBody, L7RuleBody, LoadBalancerBody } from "../../resources/octavia/types";

/** Result of a request: pools, `https` for a redirect, empty if no server gets it. */
export type ServerAnswer = string[];

interface AviRule {
  match: { host_hdr?: { value: string[] }; path?: { match_criteria: string; match_case?: string; match_str: string[] } };
  redirect_action?: object;
  switching_action?: { pool_group_ref: string };
}

/** Answers a request as an Avi controller does, from the objects alone: policies by index, then the labels of the shard. */
export function onAvi(objects: { [type: string]: readonly object[] }, on: "clear" | "tls", host: string, path: string): ServerAnswer {
  const all = (type: string) => (objects[type] ?? []) as AviBody[];
  const body = (type: string, name: string) => all(type).find((one) => one.name === name)!;
  const named = (reference: string) => decodeURIComponent(reference.slice(reference.indexOf("name=") + 5));
  const members = (group: string, label?: string) =>
    ((body("poolgroup", group).members ?? []) as { pool_ref: string; priority_label?: string }[])
      .filter(({ priority_label }) => label === undefined || priority_label === label)
      .map(({ pool_ref }) => named(pool_ref))
      .sort();
  const first = (vs: AviBody) =>
    ((vs.http_policies ?? []) as { index: number; http_policy_set_ref: string }[])
      .sort((a, b) => a.index - b.index)
      .flatMap(({ http_policy_set_ref: ref }) => body("httppolicyset", named(ref)).http_request_policy as unknown as { rules: AviRule[] })
      .flatMap(({ rules }) => rules)
      .find(({ match }) => namesHost(match.host_hdr, host) && matches(match.path, path));
  if (on === "tls") {
    const children = all("virtualservice").filter(({ vh_domain_name: names }) =>
      (names as string[] | undefined)?.some((name) => name.toLowerCase() === host.toLowerCase()),
    );
    const rule = children[0] && first(children[0]);
    return rule?.switching_action ? members(named(rule.switching_action.pool_group_ref)) : [];
  }
  return all("virtualservice")
    .filter(({ type }) => type === "VS_TYPE_VH_PARENT")
    .flatMap((vs) => {
      if (first(vs)?.redirect_action) return ["https"];
      const labels = ((body("poolgroup", vs.name).members ?? []) as { priority_label: string }[]).map((one) => one.priority_label);
      const [longest] = labels.filter((label) => `${host}${path}`.toLowerCase().startsWith(label)).sort((a, b) => b.length - a.length);
      return longest === undefined ? [] : members(vs.name, longest);
    })
    .sort();
}

/** Without a criterion every host of the virtual service is meant. */
const namesHost = (criterion: AviRule["match"]["host_hdr"], host: string) =>
  criterion === undefined || criterion.value.some((value) => value.toLowerCase() === host.toLowerCase());

function matches(criterion: AviRule["match"]["path"], path: string): boolean {
  if (!criterion) return true;
  const fold = (text: string) => (criterion.match_case === "SENSITIVE" ? text : text.toLowerCase());
  const value = fold(criterion.match_str[0] ?? "");
  return criterion.match_criteria === "EQUALS" ? fold(path) === value : fold(path).startsWith(value);
}

/** Answers a request as Octavia does: redirects to URLs before pools, then by position, then the default pool. */
export function onOctavia(balancer: LoadBalancerBody | undefined, on: "clear" | "tls", host: string, path: string): string | undefined {
  const listener = balancer?.listeners?.find(({ protocol }) => protocol === (on === "clear" ? "HTTP" : "TERMINATED_HTTPS"));
  const rank = ({ action, position }: L7PolicyBody) => (action === "REDIRECT_TO_POOL" ? 1e6 : 0) + position;
  const found = [...(listener?.l7policies ?? [])]
    .sort((a, b) => rank(a) - rank(b))
    .find(({ rules }) => rules.every((rule) => holds(rule, host, path)));
  if (!found) return listener?.default_pool?.name;
  return found.action === "REDIRECT_PREFIX" ? "https" : found.redirect_pool?.name;
}

/** Tells whether a request fits a rule, as HAProxy reads it. */
export function holds({ type, compare_type, value: given, invert = false }: L7RuleBody, host: string, path: string): boolean {
  const value = inConfiguration(given);
  const subject = type === "HOST_NAME" ? host : path;
  const fold = (text: string) => (type === "HOST_NAME" ? text.toLowerCase() : text);
  if (compare_type === "REGEX") return new RegExp(value, type === "HOST_NAME" ? "i" : "").test(subject) !== invert;
  if (compare_type === "STARTS_WITH") return fold(subject).startsWith(fold(value)) !== invert;
  return (fold(subject) === fold(value)) !== invert;
}

/** A value as HAProxy reads it: Octavia doubles backslashes, its template escapes HTML, and `#` begins a comment. */
export function inConfiguration(value: string): string {
  const html: { [character: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "'": "&#39;", '"': "&#34;" };
  const written = value
    .replaceAll("\\", "\\\\")
    .replaceAll(" ", "\\ ")
    .replace(/[&<>'"]/g, (character) => html[character]!);
  const [word = ""] = written.split("#");
  return word.replace(/\\(.)/g, "$1");
}
