// Schema of the file that `k8s-lb verify -o json` writes.

import { z } from "zod";

const verdict = z.enum(["confirmed", "refuted", "unknown"]);

/** `confirmed`: the server does what the code relies on; `refuted`: it does something else; `unknown`: nothing could be found out. */
export type VerifyResult = z.output<typeof verdict>;

const reported = z.object({
  /** ID of an assumption. */
  id: z.string(),
  verdict,
  /** Facts in words, without addresses and names. */
  found: z.string(),
});

/** One answer of a server. */
export type Reported = z.output<typeof reported>;

/** Form of the file that `k8s-lb verify -o json` writes. Fields of later releases are left alone. */
export const verifyReport = z.object({
  schemaVersion: z.literal(1),
  backEnd: z.enum(["avi", "octavia", "mizar"]),
  /** Version that the server reports. */
  version: z.string(),
  /** Release of this package. */
  product: z.string(),
  /** Day of the run, `2026-11-26`. */
  date: z.string(),
  /** True if requests were sent. */
  sent: z.boolean(),
  checks: z.array(reported),
});

/** Answers of a server to the questions of `k8s-lb verify`. */
export type VerifyReport = z.output<typeof verifyReport>;
