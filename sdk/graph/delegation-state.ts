import type { Status } from "../routing";
import type { GraphState } from "./model";

/** What a parent is told of its child: it is not there, or it is invalid. */
const MISSING = "LB1513";
const INVALID = "LB1514";

/**
 * How a route is, from what was said about its place: a child is judged for each delegation by itself, and the parent is told of each (LB1513,
 * LB1514), so the same child may be good along one line and bad along another.
 *
 * @param at JSON pointer of the delegate or service
 */
export function delegationState({ state, diagnostics }: Status, at: string): GraphState {
  const here = diagnostics.filter(({ pointer }) => pointer === at || pointer.startsWith(`${at}/`));
  if (here.some(({ code }) => code === MISSING)) return "missing";
  if (here.some(({ code, severity }) => code === INVALID || severity === "error")) return "fault";
  return state === "valid" ? "ok" : "idle";
}
