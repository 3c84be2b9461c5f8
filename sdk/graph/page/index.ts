// Renders a graph as one HTML file.

import { createHash } from "node:crypto";
import { compare } from "../../specs";
import { type Graph, quantityText } from "../model";
import { clean, xml } from "../svg/text";
import { changed, faultsOf, type PageAnchors, sign, tree } from "./boxes";
import { SCRIPT } from "./client";
import { nodesIn, type Section, sectionsOf, stepsIn } from "./sections";
import { STYLE } from "./style";

export interface HtmlOptions {
  /** Ask for the page again after so many milliseconds, at the address that it came from: for servers. Default: never, and nothing is loaded. */
  refreshMs?: number;
  /**
   * A field for a URL: what a client gets there. A server answers at `/request?url=`; a page that is a file has the rules, and the script that
   * answers by them. Default: none.
   */
  requests?: "server" | { script: string; rules: object };
  /** News for the reader of a live page: the changes for which a server waits. */
  news?: readonly string[];
}

/** Sections that are open from the beginning; of more only those with faults or changes. */
const OPEN = 25;

/**
 * A graph as a page to look at: one file, whose script and style are part of it and which loads nothing. It has search, focus on a host, a namespace,
 * a Service or on faults, and folds; faults have their reason and place. Of two graphs (`beforeAndAfter`) it shows what was added, changed and
 * removed. Pure: the same graph gives the same bytes.
 *
 * @example
 * ```ts
 * import { delegationGraph, readSpecs, toHtml } from "pulumi-k8s-lb";
 *
 * console.log(toHtml(delegationGraph(readSpecs([]))));
 * ```
 */
export function toHtml(graph: Graph, { refreshMs, news = [], requests }: HtmlOptions = {}): string {
  const sections = sectionsOf(graph);
  const groups = new Map(graph.groups.map(({ id, label }) => [id, label]));
  const named: PageAnchors = { anchor, group: (id) => (id === undefined ? undefined : groups.get(id)) };
  const title = clean(graph.title);
  const scripts = [...(typeof requests === "object" ? [requests.script] : []), SCRIPT];
  return [
    "<!doctype html>",
    `<html lang="en"${refreshMs === undefined ? "" : ` data-refresh="${Math.round(refreshMs)}"`}>`,
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy(refreshMs !== undefined, scripts)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    // a browser asks for an icon by itself, unless there is one
    '<link rel="icon" href="data:,">',
    `<title>${xml(title)}</title>`,
    `<style>${STYLE}</style>`,
    "</head>",
    "<body>",
    "<header>",
    `<div class="head"><h1>${xml(title)}</h1><p id="counts">${countsOf(sections)}</p></div>`,
    controls(sections),
    requests === undefined ? "" : REQUEST,
    "</header>",
    "<main>",
    `<p id="stale" hidden>The server does not answer. This is its last answer.</p>`,
    `<div id="news">${[...news, ...graph.notes].map((note) => `<p>${xml(note)}</p>`).join("")}</div>`,
    legend(sections),
    `<div id="sections">`,
    ...sections.map((section) => drawn(section, named, sections.length <= OPEN || section.isFaulty || section.change !== undefined)),
    "</div>",
    `<p id="none" hidden>Nothing here fits the search and the focus. <button type="button" id="clear">Show everything</button></p>`,
    "</main>",
    KEYS,
    typeof requests === "object" ? dataOf(requests.rules) : "",
    ...scripts.map((script) => `<script>${script}</script>`),
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

const hashOf = (text: string) => createHash("sha256").update(text);

/** Nothing may be loaded, and nothing runs but our own script; a live page may ask its own server. */
const policy = (live: boolean, scripts: readonly string[]) =>
  [
    "default-src 'none'",
    `script-src ${scripts.map((script) => `'sha256-${hashOf(script).digest("base64")}'`).join(" ")}`,
    `style-src 'sha256-${hashOf(STYLE).digest("base64")}'`,
    "img-src data:",
    ...(live ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");

/** Rules as data that no browser runs, and whose text ends no element. */
const dataOf = (rules: object) => `<script type="application/json" id="rules">${JSON.stringify(rules).replaceAll("<", "\\u003c")}</script>`;

const REQUEST = `<div class="request"><input type="url" id="url" placeholder="https://shop.example.com/cart: who answers? (Enter)" aria-label="URL of a request" autocomplete="off" spellcheck="false"><pre id="answer" aria-live="polite" hidden></pre></div>`;

/** An id that any name fits into. */
const anchor = (section: string) => `s-${hashOf(section).digest("hex").slice(0, 12)}`;

function drawn(section: Section, named: PageAnchors, open: boolean): string {
  const { id, title, root, faults, isFaulty, change, specs, steps } = section;
  const namespaces = namespacesIn(specs);
  const names = [title, ...(root?.aliases ?? [])].map((name) => clean(name).toLowerCase());
  const states = [isFaulty ? "fault" : (root?.state ?? "ok"), ...(change ? [change] : [])];
  const [first] = faults;
  const reason = root?.reason ?? first?.reason ?? nodesIn(section).find(({ state, reason: why }) => why && state !== "ok")?.reason;
  const inside = [
    `<summary><span class="name">${sign(change)}${xml(title)}</span> <span class="sum">${xml(sizeOf(section))}</span>`,
    isFaulty ? ` <span class="why">${xml(reason ?? "faulty")}</span>` : "",
    `</summary>`,
    `<div class="inside">`,
    (root?.details ?? []).map((detail) => `<small>${xml(detail)}</small>`).join(""),
    faultsOf(section),
    tree(steps, named, undefined),
    "</div>",
  ].join("");
  const attributes = [
    `id="${anchor(id)}"`,
    `class="section ${states.join(" ")}"`,
    `data-mark="${hashOf(inside).digest("hex").slice(0, 12)}"`,
    `data-hosts="${xml(` ${names.join(" ")} `)}"`,
    `data-namespaces="${xml(` ${namespaces.join(" ")} `)}"`,
    `data-services="${xml(` ${servicesIn(specs).join(" ")} `)}"`,
  ];
  return `<details ${attributes.join(" ")}${open ? " open" : ""}>${inside}</details>`;
}

/** Of `Kind/namespace/name`; objects of a whole cluster have none. */
const namespacesIn = (specs: readonly string[]) =>
  [...new Set(specs.map((spec) => spec.split("/")).flatMap((parts) => (parts.length > 2 ? (parts.at(-2) ?? []) : [])))].sort(compare);

const servicesIn = (specs: readonly string[]) =>
  specs.filter((spec) => spec.startsWith("Service/")).map((spec) => spec.slice("Service/".length));

/** `2 paths, 2 pools, 5 servers`: what is behind a section while it is folded. */
function sizeOf({ steps }: Section): string {
  const all = stepsIn(steps);
  const distinct = new Map(all.map(({ node }) => [node.id, node]));
  const sums = new Map<string, number>();
  for (const { kind, unit = kind, size = 1 } of distinct.values()) sums.set(unit, (sums.get(unit) ?? 0) + size);
  const sum = (unit: string) => sums.get(unit) ?? 0;
  const labelled = all.filter(({ node, edge }) => edge?.label !== undefined && node.kind !== "path").length;
  return [
    quantityText(sum("path") + labelled, "path"),
    quantityText(sum("pool"), "pool"),
    quantityText(sum("service"), "Service"),
    quantityText(sum("servers"), "server"),
    quantityText(sum("endpoint"), "endpoint"),
    quantityText(sum("Pod"), "Pod"),
    quantityText(sum("address"), "address", "addresses"),
  ]
    .filter(Boolean)
    .join(", ");
}

/** Also one that a faulty object asks for alone. */
const isHost = ({ id }: Section) => id.startsWith("host/");

function countsOf(sections: readonly Section[]): string {
  const faulty = quantityText(sections.filter(({ isFaulty }) => isFaulty).length, "with faults", "with faults");
  const isService = ({ id }: Section) => id.startsWith("Service/");
  const others = sections.filter((section) => !isHost(section) && !isService(section));
  const parts = [
    quantityText(sections.filter(isHost).length, "host"),
    quantityText(sections.filter(isService).length, "Service"),
    quantityText(others.length, "other object"),
  ].filter(Boolean);
  const changes = (["added", "removed", "changed"] as const).map((word) =>
    quantityText(sections.filter(({ change }) => change === word).length, word, word),
  );
  return [
    xml(parts.join(", ") || "nothing to show"),
    ...(faulty ? [`<b class="faulty">${faulty}</b>`] : []),
    ...changes.filter(Boolean).map((text) => xml(text)),
  ].join(" · ");
}

function controls(sections: readonly Section[]): string {
  const specs = [...new Set(sections.flatMap((section) => section.specs))];
  const namespaces = namespacesIn(specs);
  const hosts = sections.filter(isHost).map(({ title }) => title);
  const options = (values: readonly string[]) => values.map((value) => `<option value="${xml(value)}"></option>`).join("");
  const faulty = sections.filter(({ isFaulty }) => isFaulty).length;
  const changes = sections.filter(({ change }) => change).length;
  return [
    `<div class="controls" role="search">`,
    `<input type="search" id="search" placeholder="Search: host, path, pool, address (/)" aria-label="Search" autocomplete="off" spellcheck="false">`,
    `<input id="host" list="hosts" placeholder="host" aria-label="Focus on a host" autocomplete="off"><datalist id="hosts">${options(hosts)}</datalist>`,
    `<select id="namespace" aria-label="Focus on a namespace"><option value="">all namespaces</option>${namespaces.map((name) => `<option>${xml(name)}</option>`).join("")}</select>`,
    `<input id="service" list="services" placeholder="Service" aria-label="Focus on a Service" autocomplete="off"><datalist id="services">${options(servicesIn(specs).sort(compare))}</datalist>`,
    `<label><input type="checkbox" id="faults"> only faults <span id="faulty">(${faulty})</span></label>`,
    `<label id="changing"${changes > 0 ? "" : " hidden"}><input type="checkbox" id="changes"> only changes <span id="changed">(${changes})</span></label>`,
    `<button type="button" id="unfold">Unfold all</button><button type="button" id="fold">Fold all</button>`,
    `<output id="shown" aria-live="polite">${sections.length} of ${sections.length}</output>`,
    `</div>`,
  ].join("");
}

/** Legend of the colours that the page uses. */
function legend(sections: readonly Section[]): string {
  const words = (["added", "removed", "changed"] as const).filter((word) =>
    sections.some((section) => section.change === word || nodesIn(section).some(({ change }) => change === word)),
  );
  return `<p id="legend">${words.map((word) => `<span class="key${changed({ change: word })}">${sign(word)}${word}</span>`).join(" ")}</p>`;
}

const KEYS = `<footer><details><summary>Keys</summary><p><kbd>/</kbd> search · <kbd>Esc</kbd> show everything · <kbd>j</kbd> <kbd>k</kbd> next, previous · <kbd>Enter</kbd> fold, unfold · <kbd>e</kbd> unfold all · <kbd>w</kbd> fold all · <kbd>f</kbd> only faults · <kbd>c</kbd> only changes</p></details></footer>`;
