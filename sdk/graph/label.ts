import type { GraphEdge, GraphNode } from "./model";
import { clean } from "./svg/text";

/** The lines of a node in formats that lay out the text themselves. */
export function linesOf({ label, details, reason, state }: GraphNode): string[] {
  const ghost = state === "missing" && !details.includes("missing") ? ["missing"] : [];
  return [label, ...details, ...ghost, ...(reason ? [reason] : [])].map((line) => clean(line).trim()).filter(Boolean);
}

/** The words at a line. */
export function wordsAt({ label, share, state }: GraphEdge): string {
  const fault = state === "fault" ? "faulty" : state === "missing" ? "missing" : "";
  return [label === undefined ? "" : clean(label), share, fault].filter(Boolean).join(" ");
}
