// Renders a graph as one SVG.

import { changesOf, marked } from "../marks";
import { type Graph, type GraphNode, quantityText } from "../model";
import { type Limits, summarise } from "../summarise";
import type { GroupBlock, Point, Wire } from "./block";
import type { Card } from "./cards";
import { layOut, legendOf } from "./page";
import { BAR, CHANGE_STYLE, FRAME, fits, HEADING, LINE, SMALL, STYLE, TITLE } from "./style";
import { wrap, xml } from "./text";

/** A picture with more than this is not read any more, only looked up in. */
const LIMITS: Limits = { nodes: 350, hosts: 1200 };

const MARGIN = 20;
const LEAST_WIDTH = 640;

/**
 * A graph as one SVG: no scripts, no fonts of its own, nothing loaded; legible on light and dark pages and to screen readers. The same graph gives
 * the same bytes, every part has lines of its own, and places are relative to the frame around, so a small change is a small difference in git.
 * Large graphs are summed up and say so; `whole` draws everything.
 *
 * @example
 * ```ts
 * import { delegationGraph, readSpecs, toSvg } from "pulumi-k8s-lb";
 *
 * console.log(toSvg(delegationGraph(readSpecs([])), { whole: true }));
 * ```
 */
export function toSvg(graph: Graph, { whole = false }: { whole?: boolean } = {}): string {
  const shown = whole ? graph : summarise(graph, LIMITS);
  const labels = new Map(shown.groups.map(({ id, label }) => [id, label]));
  const page = layOut(shown);
  const width = Math.max(LEAST_WIDTH, page.width + 2 * MARGIN);
  const notes = shown.notes.flatMap((note) => wrap(note, fits(width - 2 * MARGIN, SMALL), 8).lines);
  const top = MARGIN + 30 + notes.length * LINE;
  const legend = legendOf(shown, { x: MARGIN, y: top + page.height + MARGIN, width: width - 2 * MARGIN });
  const height = legend.bottom + MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="k8s-lb-graph" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${xml(shown.title)}</title>`,
    `<desc>${xml(descriptionOf(graph))}</desc>`,
    `<style>`,
    STYLE,
    ...([...shown.nodes, ...shown.edges].some(({ change }) => change) ? [CHANGE_STYLE] : []),
    `</style>`,
    `<rect class="page" width="100%" height="100%"/>`,
    `<text class="headline" x="${MARGIN}" y="${MARGIN + 12}">${xml(shown.title)}</text>`,
    ...notes.map((note, i) => `<text class="note" x="${MARGIN}" y="${MARGIN + 34 + i * LINE}">${xml(note)}</text>`),
    `<g transform="translate(${MARGIN},${top})">`,
    ...page.blocks.flatMap(({ block, at }) => drawBlock(block, at, labels)),
    "</g>",
    ...legend.lines,
    "</svg>",
    "",
  ].join("\n");
}

const NOUNS: readonly (readonly [GraphNode["kind"], string])[] = [
  ["host", "host"],
  ["ingressroute", "IngressRoute"],
  ["listener", "port"],
  ["pool", "pool"],
  ["service", "Service"],
];

/** Faults that are read out; more are a number. */
const TOLD = 20;

/** Description of the picture for people who do not see it. */
function descriptionOf({ nodes, notes }: Graph): string {
  const counts = NOUNS.map(([kind, noun]) => quantityText(nodes.filter((node) => node.kind === kind).length, noun)).filter(Boolean);
  const faults = nodes.filter(({ reason }) => reason).map(({ label, reason }) => `${label}: ${reason}.`);
  const more = quantityText(faults.length - TOLD, "more fault");
  return [counts.length > 0 ? `${counts.join(", ")}.` : "", ...notes, ...faults.slice(0, TOLD), more && `${more}.`]
    .filter(Boolean)
    .join(" ");
}

const move = ({ x, y }: Point) => `<g transform="translate(${x},${y})">`;

function drawBlock(block: GroupBlock, at: Point, labels: ReadonlyMap<string, string>): string[] {
  const heading = block.group === undefined ? undefined : (labels.get(block.group) ?? block.group);
  return [
    move(at),
    ...(heading === undefined ? [] : drawFrame(block, heading)),
    ...block.children.flatMap((child) => drawBlock(child.block, child.at, labels)),
    ...block.wires.flatMap(drawWire),
    ...block.trees.flatMap(({ at: place, wires, cards }) => [
      move(place),
      ...wires.flatMap(drawWire),
      ...cards.flatMap(({ card, at: inside }) => drawCard(card, inside)),
      "</g>",
    ]),
    "</g>",
  ];
}

function drawFrame({ width, height }: GroupBlock, heading: string): string[] {
  const { lines, cut } = wrap(heading, fits(width - 2 * FRAME, TITLE), 1);
  const [line = ""] = lines;
  return [
    `<rect class="frame" width="${width}" height="${height}" rx="8"/>`,
    `<text class="heading" x="${FRAME}" y="${HEADING - 9}">${cut ? `<title>${xml(heading)}</title>` : ""}${xml(line)}</text>`,
  ];
}

function drawWire({ from, to, look, arrow }: Wire): string[] {
  const middle = Math.round((from.x + to.x) / 2);
  const end = arrow ? to.x - 6 : to.x;
  const curve = from.y === to.y ? `H${end}` : `C${middle},${from.y} ${middle},${to.y} ${end},${to.y}`;
  return [
    `<path class="wire ${look}" d="M${from.x},${from.y}${curve}"/>`,
    ...(arrow ? [`<path class="tip ${look}" d="M${to.x},${to.y}l-8,-4v8z"/>`] : []),
  ];
}

function drawCard({ node, width, height, texts, rule }: Card, at: Point): string[] {
  const tip = [marked(node.label, node.change), ...node.details, node.reason, ...changesOf(node), ...(node.remarks ?? [])]
    .filter(Boolean)
    .join(" · ");
  return [
    `<g class="card ${node.kind} ${[node.state, node.change].filter(Boolean).join(" ")}" data-id="${xml(node.id)}" transform="translate(${at.x},${at.y})">`,
    `<title>${xml(tip)}</title>`,
    `<rect class="box" width="${width}" height="${height}" rx="${BAR}"/>`,
    `<path class="bar" d="M${BAR},0a${BAR},${BAR} 0 0 0 -${BAR},${BAR}V${height - BAR}a${BAR},${BAR} 0 0 0 ${BAR},${BAR}z"/>`,
    ...(rule === undefined ? [] : [`<path class="rule" d="M${BAR},${rule}H${width}"/>`]),
    ...texts.map(({ text, x, y, style, look, whole }) => {
      const classes = [style, ...(look && look !== "ok" ? [look] : [])].join(" ");
      return `<text class="${classes}" x="${x}" y="${y}">${whole === undefined ? "" : `<title>${xml(whole)}</title>`}${xml(text)}</text>`;
    }),
    "</g>",
  ];
}
