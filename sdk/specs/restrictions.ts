import type { Diagnostic, ObjectRef } from "../../kinds/diagnostic";
import { pointer } from "./codes";
import { diagnose } from "./diagnose";
import { type KnownAnnotation, knownAnnotation } from "./known-annotations";

/** Restrictions of clients that objects ask for, and that a target does not apply. */

const LOST = "LB1316";
const OPENED = "everybody may connect";

/** A restriction that is lost, because of what the target cannot do or what the other objects of a listener ask for. */
export function lostRestriction(ref: ObjectRef, at: string, what: string, extra: { because?: string; remedy?: string } = {}): Diagnostic {
  const { because, ...rest } = extra;
  const message = `${what} restricts clients and is not applied${because === undefined ? "" : `, because ${because}`}: ${OPENED}`;
  return diagnose(LOST, ref, at, message, rest);
}

/** The same of an annotation. */
export function lostAnnotation(
  ref: ObjectRef,
  name: string,
  { controller }: Pick<KnownAnnotation, "controller">,
  extra: { because?: string; remedy?: string } = {},
): Diagnostic {
  return lostRestriction(ref, pointer("metadata", "annotations", name), `the annotation ${name} of ${controller}`, extra);
}

/** True if the object asks for a restriction that is lost. */
export const isLostRestriction = ({ code }: Diagnostic): boolean => code === LOST;

/** The same where an object without its restriction is not served (setting lostRestrictions). */
export function asRefusal(lost: Diagnostic): Diagnostic {
  const message = lost.message.replace(OPENED, "nothing of the object is served (setting lostRestrictions)");
  return { ...lost, severity: "error", message };
}

/** Annotations that restrict clients at the controllers that read them. */
export function restrictionsIn(annotations: Readonly<Record<string, string>>): (KnownAnnotation & { name: string })[] {
  return Object.entries(annotations).flatMap(([name, value]) => {
    const known = knownAnnotation(name, value);
    return known?.does === "restricts" ? [{ ...known, name }] : [];
  });
}
