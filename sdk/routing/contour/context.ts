import type { Diagnostic, ObjectRef } from "../../../kinds/diagnostic";
import type { IngressRoute, SpecSet } from "../../specs";
import type { HostRules } from "../claim";
import type { MemberSource } from "../members";
import type { ContourRules } from "./rules";

/** What the front ends of Contour's kinds work with. */
export interface ContourContext {
  specs: SpecSet;
  rules: ContourRules;
  hosts: HostRules;
  members: MemberSource;
  /** Says it once, however many delegations lead to it. */
  report(diagnostic: Diagnostic): void;
  /** The IngressRoute of this name, if it is ours and sound enough to be read. */
  find(namespace: string, name: string): IngressRoute | undefined;
}

export const quote = (text: string) => JSON.stringify(text);

export const nameOf = ({ ref }: { ref: ObjectRef }) => `${ref.namespace}/${ref.name}`;

/** The object that a delegation names; without a namespace it is that of the object that delegates (contour.md 1.2, step 9). */
export function targetOf(from: IngressRoute, to: { name: string; namespace: string }): { namespace: string; name: string } {
  return { namespace: to.namespace || from.ref.namespace, name: to.name };
}
