import { z } from "zod";

const whole = z.number().int();

const service = z.looseObject({
  name: z.string().nullish(),
  port: whole.nullish(),
  weight: whole.nullish(),
  strategy: z.string().nullish(),
  healthCheck: z
    .looseObject({
      path: z.string().nullish(),
      host: z.string().nullish(),
      intervalSeconds: whole.nullish(),
      timeoutSeconds: whole.nullish(),
      unhealthyThresholdCount: whole.nullish(),
      healthyThresholdCount: whole.nullish(),
    })
    .nullish(),
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
  apiVersion: z.unknown().optional(),
  kind: z.unknown().optional(),
  metadata: z.unknown().optional(),
  status: z.unknown().optional(),
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
