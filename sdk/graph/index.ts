export { type DelegationOptions, delegationGraph, type GraphOptions } from "./delegation";
export type { Graph, GraphEdge, GraphGroup, GraphNode, GraphNodeKind, GraphState } from "./model";
export { toSvg } from "./svg";
export { toDot, toMermaid } from "./text-formats";
export { topology } from "./topology";
