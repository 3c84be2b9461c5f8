// Reads routes from the priority labels of a pool group, which the script of a shared virtual service selects by.

import { textIn } from "../../resources/json";
import { sentPath } from "../answer/sent-url";
import type { Condition, ServedForward, ServedRule } from "../table/routing-table";
import { ownedBy } from "../table/rule-owners";
import { type Body, type Lookup, recordsIn, referencedName, textsIn, unquoted } from "./bodies";
import { forwardTo, partsOf } from "./servers";

/** Members of a pool group by priority label: the script looks up host and path in lower case. */
export class Labels {
  private readonly members = new Map<string, Body[]>();
  private readonly byHost = new Map<string, string[]>();
  private readonly rewrites: ReadonlyMap<string, string>;
  private readonly groups: readonly string[];

  constructor(
    private readonly cx: Lookup,
    script: Body,
  ) {
    this.groups = textsIn(script.pool_group_refs).map(referencedName);
    for (const group of this.groups)
      for (const member of recordsIn(cx.at("poolgroup", group)?.members)) {
        const label = textIn(member.priority_label);
        const labelled = this.members.get(label);
        if (labelled) labelled.push(member);
        else this.add(label, member);
      }
    this.rewrites = rewritesIn(script);
  }

  private add(label: string, member: Body): void {
    this.members.set(label, [member]);
    const host = hostOf(label);
    const labels = this.byHost.get(host) ?? [];
    this.byHost.set(host, labels);
    labels.push(label);
  }

  /** Hosts of the labels; a label with a wildcard is literal text, which matches no host. */
  get names(): string[] {
    return [...this.byHost.keys()].filter((host) => host !== "" && !host.startsWith("*"));
  }

  /** True for a group whose members the script selects, even if another object names the group. */
  isFor = (group: string): boolean => this.groups.includes(group);

  /** Rules of a host for requests that a policy passes on to the labels; they name the group and add no redirect. */
  within(match: readonly Condition[], host: string, changes: Pick<ServedForward, "host">): ServedRule[] {
    const rules = this.at(host, changes).map((rule) => ({ ...rule, match: [...match, ...(rule.match ?? [])] }));
    return [...rules, { match: [...match], to: { status: null } }];
  }

  /** Rules of a host, the longest label first: a label is a prefix of host and path. */
  at(host: string, changes: Pick<ServedForward, "host">): ServedRule[] {
    const labels = [...(this.byHost.get(host) ?? [])].sort((a, b) => b.length - a.length);
    return labels.map((label) => {
      const members = this.members.get(label) ?? [];
      const pools = members.map(({ pool_ref }) => referencedName(pool_ref));
      const path = sentPath(label.slice(host.length));
      const rewrite = this.rewrites.get(label);
      return {
        ...(path === "" || path === "/"
          ? {}
          : { match: [{ of: "path" as const, is: "characters" as const, values: [path], fold: true as const }] }),
        to: {
          ...forwardTo(this.cx, pools, partsOf(this.cx, members), { status: 503 }),
          ...changes,
          ...(rewrite === undefined ? {} : { path: { from: path, to: rewrite } }),
        },
        ...ownedBy(this.cx.names.owners?.(`pool/${pools[0]}`, host)),
        on: `pool/${pools[0]}`,
      };
    });
  }
}

const hostOf = (label: string): string => (label.includes("/") ? label.slice(0, label.indexOf("/")) : label);

/** Labels whose path the script replaces, from its table `{"label", "path"}`. */
function rewritesIn(script: Body): Map<string, string> {
  const text = recordsIn(script.datascript)
    .map((part) => textIn(part.script))
    .join("\n");
  const entries = [...text.matchAll(/^\s*\{"((?:[^"\\]|\\.)*)", "((?:[^"\\]|\\.)*)"\},$/gm)];
  return new Map(entries.map(([, label = "", path = ""]) => [unquoted(label), unquoted(path)]));
}
