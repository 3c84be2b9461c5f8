import { z } from "zod";

/**
 * Whether a run takes over what exists: `true` marks it as ours, `{ mark: "keep" }` leaves the mark that is on it until something else has
 * to be written anyway, so that what is as declared costs no write.
 */
export const adopt = z.union([z.boolean(), z.strictObject({ mark: z.literal("keep") })]);

export type Adopt = z.infer<typeof adopt>;

/** True for an adoption that leaves marks as they are. */
export const keepsMarks = (given: boolean | object | undefined): boolean => typeof given === "object";

/** True for an adoption of either form. */
export const isAdoption = (given: boolean | object | undefined): boolean => given !== undefined && given !== false;
