// Schema of the RequestMirror filter.

import { z } from "zod";
import { obeys, type Rule } from "./checks";
import { unweightedBackend } from "./references";

const integer = z.number().int();

const isShare: Rule<{ numerator: number; denominator: number }> = ({ numerator, denominator }) =>
  numerator > denominator ? [{ at: ["numerator"], must: `be at most ${denominator}, the denominator` }] : [];

const fraction = z.object({ numerator: integer.min(0), denominator: integer.min(1).default(100) }).check(obeys(isShare));

const oneShare: Rule<{ percent?: number; fraction?: object }> = (mirror) =>
  mirror.percent !== undefined && mirror.fraction ? [{ at: ["fraction"], must: "be absent, because percent is given" }] : [];

/** A filter that copies requests to another backend; by default all of them. */
export const requestMirror = z
  .object({ backendRef: unweightedBackend, percent: integer.min(0).max(100).optional(), fraction: fraction.optional() })
  .check(obeys(oneShare));
