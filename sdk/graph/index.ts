export { type DelegationOptions, delegationGraph, type GraphOptions } from "./delegation";
export { toDot } from "./dot";
export { toMermaid } from "./mermaid";
export type { Graph, GraphEdge, GraphGroup, GraphNode, GraphNodeKind, GraphState } from "./model";
export { toSvg } from "./svg";
export { topology } from "./topology";
