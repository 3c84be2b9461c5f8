// Schema of `spec.infrastructure` of a Gateway.

import { z } from "zod";
import { obeys, type Rule } from "./checks";
import { localReference } from "./references";
import { boundedText, text } from "./words";

const KEY = /^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?([A-Za-z0-9][-A-Za-z0-9_.]{0,61})?[A-Za-z0-9]$/;
/** A prefix of 252 characters, a slash, a name of 63. */
const LONGEST_KEY = 316;

const keysFit: Rule<Record<string, string>> = (map) =>
  Object.keys(map)
    .filter((key) => key.length > LONGEST_KEY || !KEY.test(key) || (key.split("/")[0] ?? "").length >= 253)
    .map((key) => ({ at: [key], must: "have a key of at most 63 letters, digits, dashes, dots and underscores, after a domain if any" }));

const atMost =
  (count: number): Rule<Record<string, string>> =>
  (map) =>
    Object.keys(map).length > count ? [{ at: [], must: `have at most ${count} entries` }] : [];

const labelValue = text("at most 63 letters, digits, dashes, dots and underscores", {
  min: 0,
  max: 63,
  pattern: /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/,
});

/** Labels, annotations and parameters for the objects created for a Gateway. */
export const infrastructure = z.object({
  labels: z
    .record(z.string(), labelValue)
    .check(obeys(atMost(8), keysFit))
    .default({}),
  annotations: z
    .record(z.string(), boundedText(4096, 0))
    .check(obeys(atMost(16), keysFit))
    .default({}),
  parametersRef: localReference.optional(),
});
