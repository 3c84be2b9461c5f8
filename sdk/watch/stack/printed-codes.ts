// Finds error codes in the printed output of a run.

import { failureEffectOf } from "../../../provider";
import { isFatal, type SpecCode } from "../../specs";

/**
 * Codes of the errors in the text of a run that failed, in their order. The code of an error has a colon behind it; the explanation of a failed
 * request (LB1124) may name a warning of the specs, `LB1006 Ingress shop/web`.
 */
export const codesIn = (text: string): string[] => [...text.matchAll(/\b(LB\d{4}): /g)].flatMap(([, code]) => code ?? []);

/** True for a fault of the specs that stops the program, or that would take away what is served. */
export const isFaultOfSpecs = (code: string): boolean => isFatal({ code, severity: "error" }) || failureEffectOf(code) === "routes lost";

/** True for a request that gets something else than it must. */
export const isFailedRequest = (code: string): boolean => code === ("LB1124" satisfies SpecCode);
