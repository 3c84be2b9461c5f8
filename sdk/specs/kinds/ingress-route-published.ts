import { z } from "zod";
import type { Diagnostic, ObjectRef } from "../../../kinds/diagnostic";
import { diagnose, pointer } from "../report";

const count = z.number().min(0, "must not be negative").nullish();
const needed = { error: (issue: { input?: unknown }) => (issue.input == null ? "is missing" : undefined) };
const text = z.string(needed);

const service = z.object({
  name: text,
  port: z.number(needed),
  healthCheck: z.object({ path: text, unhealthyThresholdCount: count, healthyThresholdCount: count }).nullish(),
  validation: z.object({ caSecret: text, subjectName: text }).nullish(),
});
const delegate = z.object({ name: text }).nullish();
const services = z.array(service).nullish();

/** What the definition that Contour publishes asks for beyond types (contour v1.4.0, examples/contour/01-crds.yaml). */
const published = z.object({
  spec: z.object({
    virtualhost: z.object({ fqdn: text }).nullish(),
    routes: z.array(z.object({ match: text, services, delegate, retryPolicy: z.object({ count }).nullish() })).nullish(),
    tcpproxy: z.object({ services, delegate }).nullish(),
  }),
});

/**
 * Warnings for what an API server with the published definition refuses. Contour itself read such objects, and so do we: a missing
 * text is an empty one.
 */
export function unpublished(ref: ObjectRef, value: unknown): Diagnostic[] {
  const { error } = published.safeParse(value);
  return (error?.issues ?? []).map(({ path, message }) => {
    const at = path as (string | number)[];
    const text = `${at.join(".").replace(/\.(\d+)/g, "[$1]")} ${message}: an API server with Contour's definition of the kind refuses the object`;
    return diagnose("LB1528", ref, pointer(...at), text);
  });
}
