// Writes the boxes of the HTML page.

import { SIGNS } from "../marks";
import type { GraphChange, GraphNode } from "../model";
import { linesOf } from "../model";
import { clean, xml } from "../svg/text";
import type { Section, SectionStep } from "./sections";

/** Servers that are listed at once; the others unfold. */
const LISTED = 24;

/** Names by which a page finds its own places. */
export interface PageAnchors {
  /** The id of the element of a section. */
  anchor(section: string): string;
  /** Label of a group. */
  group(id: string | undefined): string | undefined;
}

/** Boxes from left to right: each one with a list of those that it leads to. */
export function tree(steps: readonly SectionStep[], named: PageAnchors, shown: string | undefined): string {
  if (steps.length === 0) return "";
  return `<ul class="way">${steps.map((step) => branch(step, named, shown)).join("")}</ul>`;
}

function branch({ node, edge, next, elsewhere }: SectionStep, named: PageAnchors, shown: string | undefined): string {
  const heading = node.group === shown ? undefined : named.group(node.group);
  const label = edge && [edge.label && clean(edge.label), edge.share].filter(Boolean).join(" ");
  const lineState = edge && edge.state !== "ok" ? ` ${edge.state}` : "";
  const line = label ? `<span class="line${lineState}${changed(edge)}">${sign(edge.change)}${xml(label)}</span>` : "";
  const see = elsewhere
    ? `<a class="see" href="#${named.anchor(elsewhere.section)}">${elsewhere.cycle ? "back to" : "see"} ${xml(elsewhere.section.replace(/^\w+\//, ""))}</a>`
    : "";
  return `<li>${line}${box(node, heading, see)}${tree(next, named, node.group ?? shown)}</li>`;
}

function box(node: GraphNode, heading: string | undefined, see: string): string {
  const { kind, state, label, details, reason, said = [], specs = [] } = node;
  const lines = [
    heading ? `<small class="group">${xml(heading)}</small>` : "",
    kind === "servers" && !see ? servers(node) : `<b>${sign(node.change)}${xml(label)}</b>`,
    ...before(node),
    ...(kind === "pool"
      ? specs.filter((spec) => spec.startsWith("Service/")).map((spec) => `<small class="service">${xml(spec.replace("/", " "))}</small>`)
      : []),
    ...details.map((detail) => `<small>${xml(detail)}</small>`),
    state === "missing" ? `<small class="word">missing</small>` : state === "orphan" ? `<small class="word">orphaned</small>` : "",
    reason ? `<p class="reason">${xml(reason)}</p>` : "",
    state === "ok" ? "" : sayings(said),
    see,
  ];
  return `<div class="box ${kind} ${state}${changed(node)}">${lines.join("")}</div>`;
}

/** The lines of before that are other lines now. */
function before(node: GraphNode): string[] {
  if (!node.was || node.members) return [];
  const now = new Set(linesOf(node));
  return node.was.filter((line) => !now.has(line)).map((line) => `<del>${xml(line)}</del>`);
}

function servers({ members = [], was, label, change }: GraphNode): string {
  const held = was ? new Set(was) : undefined;
  const all = [
    ...members.map((name) => ({ name, change: held && !held.has(name) ? ("added" as const) : change === "changed" ? undefined : change })),
    ...(was ?? []).filter((name) => !members.includes(name)).map((name) => ({ name, change: "removed" as const })),
  ];
  if (all.length === 0) return `<b>${sign(change)}${xml(label)}</b>`;
  const item = (one: (typeof all)[number]) => `<li class="server${changed(one)}">${sign(one.change)}${xml(one.name)}</li>`;
  const rest = all.slice(LISTED);
  const more = rest.length > 0 ? `<details><summary>${rest.length} more</summary><ul>${rest.map(item).join("")}</ul></details>` : "";
  return `<ul class="list">${all.slice(0, LISTED).map(item).join("")}</ul>${more}`;
}

/** The faults of objects, red, each with its place. */
export function faultsOf({ faults }: Pick<Section, "faults">): string {
  return faults
    .map(({ label, details, state, reason, said = [], ...node }) => {
      const head = `<b>${sign(node.change)}${xml(label)}</b> <span class="word">${xml(details.join(", "))}</span>`;
      // the reports about the object give the reason too, where it has one
      const shownReason = said.some(({ message }) => message === reason) ? "" : reason;
      return `<div class="object ${state}${changed(node)}">${head}${shownReason ? `<p class="reason">${xml(shownReason)}</p>` : ""}${sayings(said)}</div>`;
    })
    .join("");
}

function sayings(all: NonNullable<GraphNode["said"]>): string {
  if (all.length === 0) return "";
  const items = all.map(({ severity, code, object, pointer, message, remedy, place }) => {
    const at = [place, object, pointer].filter(Boolean).map((text) => `<code>${xml(text ?? "")}</code>`);
    const advice = remedy ? ` <span class="remedy">${xml(remedy)}</span>` : "";
    return `<li class="${severity}"><span class="reason">${xml(message)}.</span>${advice} ${at.join(" ")} <code>${xml(code)}</code></li>`;
  });
  return `<ul class="said">${items.join("")}</ul>`;
}

export const changed = ({ change }: { change?: GraphChange }) => (change ? ` ${change}` : "");

/** Read out as a word. */
export function sign(change: GraphChange | undefined): string {
  return change ? `<i class="sign" role="img" aria-label="${change}">${SIGNS[change]} </i>` : "";
}
