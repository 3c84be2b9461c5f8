// Pictures of a cluster or a change: the graph, and the formats that draw it.

export { beforeAndAfter } from "./compare";
export type { FaultSources, GraphOptions } from "./faults";
export type { Graph, GraphChange, GraphEdge, GraphGroup, GraphNode, GraphNodeKind, GraphState, Saying } from "./model";
export { type HtmlOptions, toHtml } from "./page";
export { toSvg } from "./svg";
export { toDot, toMermaid } from "./text-formats";
