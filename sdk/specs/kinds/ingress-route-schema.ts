import { z } from "zod";
import type { Diagnostic, ObjectRef } from "../../../kinds/diagnostic";
import { diagnose, pointer } from "../codes";
import { unreadField } from "../ignored";
import { fieldPath } from "../validation";
import { healthCheckSchema } from "./health-check";

const whole = z.number().int();

const service = z.looseObject({
  name: z.string().nullish(),
  port: whole.nullish(),
  weight: whole.nullish(),
  strategy: z.string().nullish(),
  healthCheck: healthCheckSchema,
  validation: z.looseObject({ caSecret: z.string().nullish(), subjectName: z.string().nullish() }).nullish(),
});
export type ServiceValue = z.infer<typeof service>;

const delegate = z.looseObject({ name: z.string().nullish(), namespace: z.string().nullish() }).nullish();
export type DelegateValue = z.infer<typeof delegate>;
const services = z.array(service).nullish();
/** The seed has a list (lines 65-106) and once a mapping (line 265). */
const seedService = z.union([z.array(service), service]).nullish();

/** Loose objects throughout: fields that are not named here are reported, not refused. */
export const ingressRouteSchema = z.looseObject({
  status: unreadField,
  spec: z
    .looseObject({
      virtualhost: z
        .looseObject({
          fqdn: z.string().nullish(),
          aliases: z.array(z.string()).nullish(),
          tls: z
            .looseObject({
              secretName: z.string().nullish(),
              minimumProtocolVersion: z.string().nullish(),
              passthrough: z.boolean().nullish(),
            })
            .nullish(),
        })
        .nullish(),
      routes: z
        .array(
          z.looseObject({
            match: z.string().nullish(),
            services,
            service: seedService,
            delegate,
            enableWebsockets: z.boolean().nullish(),
            permitInsecure: z.boolean().nullish(),
            prefixRewrite: z.string().nullish(),
            timeoutPolicy: z.looseObject({ request: z.string().nullish() }).nullish(),
            retryPolicy: z.looseObject({ count: whole.nullish(), perTryTimeout: z.string().nullish() }).nullish(),
          }),
        )
        .nullish(),
      tcpproxy: z.looseObject({ services, service: seedService, delegate }).nullish(),
    })
    .nullish(),
});

const count = z.number().min(0, "must not be negative").nullish();
const needed = { error: (issue: { input?: unknown }) => (issue.input == null ? "is missing" : undefined) };
const text = z.string(needed);

const publishedService = z.object({
  name: text,
  port: z.number(needed),
  healthCheck: z.object({ path: text, unhealthyThresholdCount: count, healthyThresholdCount: count }).nullish(),
  validation: z.object({ caSecret: text, subjectName: text }).nullish(),
});
const publishedDelegate = z.object({ name: text }).nullish();
const publishedServices = z.array(publishedService).nullish();

/** What the definition that Contour publishes asks for beyond types (contour v1.4.0, examples/contour/01-crds.yaml). */
const published = z.object({
  spec: z.object({
    virtualhost: z.object({ fqdn: text }).nullish(),
    routes: z
      .array(
        z.object({ match: text, services: publishedServices, delegate: publishedDelegate, retryPolicy: z.object({ count }).nullish() }),
      )
      .nullish(),
    tcpproxy: z.object({ services: publishedServices, delegate: publishedDelegate }).nullish(),
  }),
});

/**
 * Warnings for what an API server with the published definition refuses. Contour itself read such objects, and so do we: a missing
 * text is an empty one.
 */
export function publishedFaults(ref: ObjectRef, value: unknown): Diagnostic[] {
  const { error } = published.safeParse(value);
  return (error?.issues ?? []).map(({ path, message }) => {
    const text = `${fieldPath(path)} ${message}: an API server with Contour's definition of the kind refuses the object`;
    return diagnose("LB1528", ref, pointer(...path), text);
  });
}
