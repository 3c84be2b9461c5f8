// Divides a picture into the sections of the HTML page.

import { compare } from "../../specs";
import { type Graph, type GraphEdge, type GraphNode, isAbout } from "../model";

/** A box of the page and the boxes that it leads to. */
export interface SectionStep {
  node: GraphNode;
  /** The line that leads to it; none at the beginning. */
  edge?: GraphEdge;
  next: SectionStep[];
  /** Drawn in another place, with all that it leads to: here it is only named. `cycle` where it is above. */
  elsewhere?: { section: string; cycle: boolean };
}

/** Part of the page that folds: a host, a Service with its ports, an IngressRoute, or objects that have none of them. */
export interface Section {
  id: string;
  title: string;
  root?: GraphNode;
  steps: SectionStep[];
  /** Objects with faults that concern it. */
  faults: GraphNode[];
  isFaulty: boolean;
  change?: "added" | "removed" | "changed";
  /** `Service/default/web`, each once. */
  specs: string[];
}

/** Servers that are repeated at each place that leads to them; more are listed at the first. */
const REPEATED = 3;
/** Longer chains go on in a section of their own. */
const MAX_DEPTH = 30;

/** The sections of a page: what is faulty first, then what changed, then by name. */
export function sectionsOf(graph: Graph): Section[] {
  const walk = new Walk(graph);
  const sections = walk.sections();
  const rank = ({ isFaulty, change }: Section) => (isFaulty ? 0 : change ? 1 : 2);
  return sections.sort((a, b) => rank(a) - rank(b) || compare(a.title, b.title) || compare(a.id, b.id));
}

/** Walks the graph from hosts to servers; every part is drawn whole once. */
class Walk {
  private readonly nodes: ReadonlyMap<string, GraphNode>;
  private readonly out = new Map<string, { edge: GraphEdge; to: GraphNode }[]>();
  /** The section that shows a node whole. */
  private readonly drawn = new Map<string, string>();
  private readonly above: string[] = [];

  constructor(private readonly graph: Graph) {
    this.nodes = new Map(graph.nodes.map((node) => [node.id, node]));
    for (const edge of graph.edges) {
      const to = this.nodes.get(edge.to);
      if (!to || !this.nodes.has(edge.from)) continue;
      const list = this.out.get(edge.from);
      if (list) list.push({ edge, to });
      else this.out.set(edge.from, [{ edge, to }]);
    }
  }

  sections(): Section[] {
    const led = new Set(this.graph.edges.map(({ to }) => to));
    const boxes = this.graph.nodes.filter(({ kind }) => kind !== "spec");
    const sectionsById = new Map<string, Section>();
    // what only a circle leads to has no beginning: any will do
    for (const node of [...boxes.filter(({ id }) => !led.has(id)), ...boxes]) {
      if (this.drawn.has(node.id)) continue;
      const id = sectionId(node);
      const section = sectionsById.get(id) ?? { id, title: titleOf(node), steps: [], faults: [], isFaulty: false, specs: [] };
      const step = this.step(node, undefined, id);
      if (node.kind === "host") sectionsById.set(id, { ...section, root: node, steps: step.next });
      else sectionsById.set(id, { ...section, steps: [...section.steps, step] });
    }
    this.placeFaults(sectionsById);
    return [...sectionsById.values()].map(judged);
  }

  private step(node: GraphNode, edge: GraphEdge | undefined, section: string): SectionStep {
    const drawnIn = this.drawn.get(node.id);
    const cycle = this.above.includes(node.id);
    if (drawnIn !== undefined && (cycle || !this.isSmall(node))) return { node, edge, next: [], elsewhere: { section: drawnIn, cycle } };
    this.drawn.set(node.id, drawnIn ?? section);
    if (this.above.length >= MAX_DEPTH) return { node, edge, next: [] };
    this.above.push(node.id);
    const next = (this.out.get(node.id) ?? []).map(({ edge: line, to }) => this.step(to, line, section));
    this.above.pop();
    return { node, edge, next };
  }

  /** Boxes at the end of a way are repeated, so that each host shows its servers. */
  private isSmall(node: GraphNode): boolean {
    if (node.kind === "servers") return (node.members?.length ?? 0) <= REPEATED;
    return ["pool", "service", "redirect"].includes(node.kind);
  }

  /** A fault goes to the hosts that it names, else to what is served of its object, else to a section of its own. */
  private placeFaults(sectionsById: Map<string, Section>): void {
    const sections = [...sectionsById.values()].map((section) => ({ section, specs: new Set(specsIn(section)) }));
    for (const node of this.graph.nodes.filter(({ kind }) => kind === "spec")) {
      const named = (node.hosts ?? []).map((host) => sectionsById.get(`host/${host.toLowerCase()}`) ?? lost(host, sectionsById));
      const served = sections.filter(({ specs }) => isAbout(node, () => false, specs)).map(({ section }) => section);
      const all = named.length > 0 ? named : served.length > 0 ? served : [lone(node, sectionsById)];
      for (const section of all) section.faults.push(node);
    }
  }
}

/** A host that a faulty object asks for, and that is not served. */
function lost(host: string, sectionsById: Map<string, Section>): Section {
  const id = `host/${host.toLowerCase()}`;
  const section: Section = { id, title: host === "*" ? "* (any host)" : host, steps: [], faults: [], isFaulty: true, specs: [] };
  sectionsById.set(id, section);
  return section;
}

function lone(node: GraphNode, sectionsById: Map<string, Section>): Section {
  const section: Section = { id: node.id, title: node.label, steps: [], faults: [], isFaulty: true, specs: [] };
  sectionsById.set(node.id, section);
  return section;
}

/** The ports of one Service are together. */
const sectionId = ({ id, kind, specs = [] }: GraphNode) => (kind === "listener" && specs.length > 0 ? specs.join(" ") : id);

function titleOf({ kind, label, specs = [] }: GraphNode): string {
  return kind === "listener" && specs.length > 0 ? specs.map((spec) => spec.replace("/", " ")).join(", ") : label;
}

export const stepsIn = (steps: readonly SectionStep[]): SectionStep[] => steps.flatMap((step) => [step, ...stepsIn(step.next)]);

/** Everything that a section shows, its own node first. */
export const nodesIn = ({ root, steps, faults }: Section): GraphNode[] => [
  ...(root ? [root] : []),
  ...stepsIn(steps).map(({ node }) => node),
  ...faults,
];

const specsIn = (section: Section) => [...new Set(nodesIn(section).flatMap(({ specs = [] }) => specs))].sort(compare);

function judged(section: Section): Section {
  const nodes = nodesIn(section);
  const isFaulty = nodes.some(({ state }) => state === "fault" || state === "missing");
  const lines = stepsIn(section.steps).flatMap(({ edge }) => edge?.change ?? []);
  const changes = new Set([...nodes.flatMap(({ change }) => change ?? []), ...lines]);
  const commonChange =
    section.root?.change ?? (nodes.length > 0 && nodes.every(({ change }) => change === nodes[0]?.change) ? nodes[0]?.change : undefined);
  const change = commonChange ?? (changes.size > 0 ? "changed" : undefined);
  return { ...section, isFaulty, ...(change ? { change } : {}), specs: specsIn(section) };
}
