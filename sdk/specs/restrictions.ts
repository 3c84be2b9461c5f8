// Reports access restrictions of objects that a target does not apply.

import type { Diagnostic, ObjectRef } from "../../resources/diagnostic";
import { effectOf } from "./codes";
import { diagnose } from "./diagnose";
import { type KnownAnnotation, knownAnnotation } from "./known-annotations";
import { pointer } from "./pointer";

const LOST = "LB1316";
const OPENED = "everybody may connect";

/** A lost restriction, because the target cannot apply it or other objects of the listener contradict it. */
export function lostRestriction(ref: ObjectRef, at: string, what: string, extra: { because?: string; remedy?: string } = {}): Diagnostic {
  const { because, ...rest } = extra;
  const message = `${what} restricts clients and is not applied${because === undefined ? "" : `, because ${because}`}: ${OPENED}`;
  return diagnose(LOST, ref, at, message, rest);
}

/** A restriction by one or several annotations of an object. */
export interface AnnotatedRestriction extends Pick<KnownAnnotation, "controller" | "perhaps" | "networks"> {
  names: readonly string[];
}

/** `the annotations a and b of Kong may restrict clients`. */
export function restrictionText({ names, controller, perhaps }: AnnotatedRestriction): string {
  const what = `the annotation${names.length > 1 ? "s" : ""} ${names.join(", ").replace(/, ([^,]*)$/, " and $1")} of ${controller}`;
  return `${what} ${perhaps ? "may restrict" : names.length > 1 ? "restrict" : "restricts"} clients`;
}

/** A lost restriction of annotations. */
export function lostAnnotation(
  ref: ObjectRef,
  restriction: AnnotatedRestriction,
  { because, ...extra }: { because?: string; remedy?: string } = {},
): Diagnostic {
  const { names } = restriction;
  const lost = `${names.length > 1 ? "are" : "is"} not applied${because === undefined ? "" : `, because ${because}`}: ${OPENED}`;
  return diagnose(LOST, ref, pointer("metadata", "annotations", names[0] ?? ""), `${restrictionText(restriction)} and ${lost}`, extra);
}

/** True for a diagnostic about a lost restriction. */
export const isLostRestriction = (one: Diagnostic): boolean => effectOf(one) === "restriction lost";

/** Turns the diagnostic into a refusal: the object is not served without its restriction (setting lostRestrictions). */
export function asRefusal(lost: Diagnostic): Diagnostic {
  const message = lost.message.replace(OPENED, "nothing of the object is served (setting lostRestrictions)");
  return { ...lost, severity: "error", message };
}

/** Restrictions by annotations that other controllers read. */
export function restrictionsIn(annotations: Readonly<Record<string, string>>): AnnotatedRestriction[] {
  const restrictions = new Map<string | undefined, AnnotatedRestriction>();
  for (const [name, value] of Object.entries(annotations)) {
    const annotation = knownAnnotation(name, value);
    if (annotation?.does !== "restricts") continue;
    const { controller, networks, restriction } = annotation;
    const { names = [], perhaps = true } = restrictions.get(restriction) ?? {};
    restrictions.set(restriction, {
      ...{ names: [...names, name], controller },
      ...(networks ? { networks } : {}),
      ...(annotation.perhaps && perhaps ? { perhaps } : {}),
    });
  }
  return [...restrictions.values()];
}
