// Pictures of both sides of a `diff`: in the comment of a pull request, and as a page.
import type { ReviewChange } from "../../../requests/review/changes";
import { beforeAndAfter, type Graph, toHtml, toMermaid } from "../../graph";
import { only } from "../../graph/model";
import type { Pictures } from "./markdown";

/** Pictures of both sides of a comparison. */
export interface Sides {
  before: Graph;
  after: Graph;
}

/** Pictures of a comment: the hosts that change as they are, and as they will be, with the marks of change. */
export function commentPictures(draw: () => Sides, summary: readonly ReviewChange[]): Pictures {
  const hosts = hostsOf(summary);
  if (hosts.length === 0) return {};
  const { before, after } = draw();
  const mermaid = (graph: Graph) => {
    const part = only(graph, hosts);
    return part.nodes.length > 0 ? toMermaid(part) : undefined;
  };
  return { before: mermaid(before), after: mermaid(beforeAndAfter(before, after)) };
}

/** The page of a comparison, with its summary above. */
export function diffPage(target: string, { before, after }: Sides, lines: readonly string[]): string {
  const graph = beforeAndAfter(before, after);
  return toHtml({ ...graph, title: `Change on ${target}` }, { news: lines.map((line) => line.trim()) });
}

/** Host names of routes and addresses that change. */
const hostsOf = (summary: readonly ReviewChange[]): string[] => [
  ...new Set(summary.flatMap(({ what }) => /^(?:\w+:\/\/|host )([^/ ]+)/.exec(what)?.[1] ?? [])),
];
