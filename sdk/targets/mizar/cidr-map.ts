// Draws the addresses of each subnet as an SVG map.

import { groupBy } from "../../../resources/lists";
import { formatAddress } from "../../../resources/mizar/addresses";
import type { VpcAddresses } from "./lower/vpc-addresses";
import { capacityOf, formatBlock, gatewayOf } from "./lower/vpc-addresses";
import type { MizarPlan } from "./plan";

type SubnetAddresses = VpcAddresses["subnets"][number];

/** Cells per row. A cell is one address, in larger subnets several. */
const COLUMNS = 64;
/** Rows of the largest subnet. */
const ROWS = 4;
const CELL = 12;
const GAP = 2;
/** Limit of named holders in a cell of several addresses. */
const MAX_NAMED = 8;
const BAR = 6;
const MARGIN = 16;
const WIDTH = COLUMNS * CELL + 2 * MARGIN + 2 * MARGIN;

const COLOURS = {
  page: "#ffffff",
  frame: "#6b7280",
  svgText: "#111827",
  soft: "#4b5563",
  free: "#e5e7eb",
  used: "#2563eb",
  own: "#f59e0b",
};

/**
 * A map of the addresses of every VPC as SVG: one box per VPC, one strip per subnet, one cell per address; in subnets with more than 256
 * addresses a cell represents several and is the fuller the more of them are used. The same plan gives the same bytes, and an element has a line
 * of its own, so a change of one address is a change of few lines.
 *
 * @example
 * ```ts
 * import { cidrMap, readMizarSpecs, translateToMizar } from "pulumi-k8s-lb";
 *
 * console.log(cidrMap(translateToMizar(readMizarSpecs([]))));
 * ```
 */
export function cidrMap({ shown: { addresses } }: Pick<MizarPlan, "shown">): string {
  const lines: string[] = [];
  let y = MARGIN;
  for (const vpc of addresses) {
    const strips: string[] = [];
    let inner = y + 30 + BAR + GAP;
    for (const subnet of vpc.subnets) {
      strips.push(...stripOf(subnet, inner));
      inner += 24 + rowsOf(subnet) * CELL + MARGIN;
    }
    if (vpc.subnets.length === 0) {
      strips.push(text(2 * MARGIN, inner + 12, "no subnet", COLOURS.soft));
      inner += 24;
    }
    lines.push(
      `<rect x="${MARGIN}" y="${y}" width="${WIDTH - 2 * MARGIN}" height="${inner - y}" fill="none" stroke="${COLOURS.frame}" rx="6"/>`,
      text(2 * MARGIN, y + 21, `VPC ${vpc.name}  ${formatBlock(vpc.block)}`, COLOURS.svgText, "bold"),
      ...barOf(vpc, y + 30),
      ...strips,
    );
    y = inner + MARGIN;
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${y + 20}" viewBox="0 0 ${WIDTH} ${y + 20}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${y + 20}" fill="${COLOURS.page}"/>`,
    ...lines,
    ...legend(y),
    "</svg>",
    "",
  ].join("\n");
}

/** Bar that shows the subnets in the VPC. */
function barOf({ block, subnets }: VpcAddresses, y: number): string[] {
  const width = COLUMNS * CELL;
  const scale = (address: number) => Math.round(((address - block.first) / (block.last - block.first + 1)) * width);
  return [
    `<rect x="${2 * MARGIN}" y="${y}" width="${width}" height="${BAR}" fill="${COLOURS.free}"/>`,
    ...subnets.map(({ name, block: subnetBlock }) => {
      const x = scale(subnetBlock.first);
      const length = Math.max(2, scale(subnetBlock.last + 1) - x);
      return `<rect x="${2 * MARGIN + x}" y="${y}" width="${length}" height="${BAR}" fill="${COLOURS.frame}"><title>${xml(`${name} ${formatBlock(subnetBlock)}`)}</title></rect>`;
    }),
  ];
}

function stripOf(subnet: SubnetAddresses, y: number): string[] {
  const { name, block, used } = subnet;
  const afterGateway = used.filter(({ address }) => address > gatewayOf(block));
  const per = perCell(subnet);
  const title = `${name}  ${formatBlock(block)}  ${afterGateway.length} used, ${capacityOf(block) - afterGateway.length} free${per > 1 ? `, ${per} addresses per cell` : ""}`;
  const usedAddresses = [{ address: block.first, holder: "network" }, { address: gatewayOf(block), holder: "gateway" }, ...afterGateway];
  const cells = groupBy(usedAddresses, ({ address }) => Math.floor((address - block.first) / per));
  const size = block.last - block.first + 1;
  const rows = rowsOf(subnet);
  const columns = Math.min(COLUMNS, size);
  return [
    text(2 * MARGIN, y + 14, title, COLOURS.soft),
    `<rect x="${2 * MARGIN}" y="${y + 22}" width="${columns * CELL}" height="${rows * CELL}" fill="${COLOURS.free}"/>`,
    ...[...cells].sort(([a], [b]) => a - b).map(([index, held]) => cell(index, held, per, y + 22)),
  ];
}

function cell(index: number, held: { address: number; holder: string }[], per: number, top: number): string {
  const x = 2 * MARGIN + (index % COLUMNS) * CELL;
  const y = top + Math.floor(index / COLUMNS) * CELL;
  const pods = held.filter(({ holder }) => holder !== "network" && holder !== "gateway");
  const opacity = pods.length === 0 ? 1 : Math.max(0.25, Math.round((100 * pods.length) / per) / 100);
  const more = held.length - MAX_NAMED;
  const named = held.slice(0, MAX_NAMED).map(({ address, holder }) => `${formatAddress(address)} ${holder}`);
  const label = [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ");
  const fill = pods.length === 0 ? COLOURS.own : COLOURS.used;
  const shade = opacity === 1 ? "" : ` fill-opacity="${opacity}"`;
  return `<rect x="${x}" y="${y}" width="${CELL - GAP}" height="${CELL - GAP}" fill="${fill}"${shade}><title>${xml(label)}</title></rect>`;
}

function perCell({ block }: SubnetAddresses): number {
  return Math.max(1, (block.last - block.first + 1) / (COLUMNS * ROWS));
}

function rowsOf(subnet: SubnetAddresses): number {
  return Math.ceil((subnet.block.last - subnet.block.first + 1) / perCell(subnet) / COLUMNS);
}

function legend(y: number): string[] {
  return [
    { fill: COLOURS.used, says: "used" },
    { fill: COLOURS.own, says: "network and gateway" },
    { fill: COLOURS.free, says: "free" },
  ].flatMap(({ fill, says }, index) => [
    `<rect x="${MARGIN + index * 160}" y="${y}" width="${CELL - GAP}" height="${CELL - GAP}" fill="${fill}"/>`,
    text(MARGIN + index * 160 + 16, y + 10, says, COLOURS.soft),
  ]);
}

function text(x: number, y: number, content: string, fill: string, weight?: "bold"): string {
  return `<text x="${x}" y="${y}" fill="${fill}"${weight ? ` font-weight="${weight}"` : ""}>${xml(content)}</text>`;
}

function xml(content: string): string {
  return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
