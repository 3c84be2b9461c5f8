// Reads the AKO 2.2.1 kinds for networks and virtual services: AviInfraSetting, L4Rule, L7Rule (ako-2x.md 10).

import { z } from "zod";
import { AKO_GROUP, type KindReader, type Spec } from "../../specs";
import { AKO_RULE, analyticsPolicy, port, resource, text, texts, uint16 } from "./rule-readers";

const infraSetting = z.looseObject({
  seGroup: z.looseObject({ name: text }).optional(),
  network: z
    .looseObject({
      vipNetworks: z
        .array(
          z.looseObject({ networkName: text.optional(), networkUUID: text.optional(), cidr: text.optional(), v6cidr: text.optional() }),
        )
        .optional(),
      nodeNetworks: z
        .array(z.looseObject({ networkName: text.optional(), networkUUID: text.optional(), cidrs: texts.optional() }))
        .optional(),
      enableRhi: z.boolean().optional(),
      enablePublicIP: z.boolean().optional(),
      bgpPeerLabels: texts.optional(),
      listeners: z.array(z.looseObject({ port, enableSSL: z.boolean().optional(), enableHTTP2: z.boolean().optional() })).optional(),
    })
    .optional(),
  l7Settings: z.looseObject({ shardSize: z.enum(["SMALL", "MEDIUM", "LARGE", "DEDICATED"]) }).optional(),
  nsxSettings: z.looseObject({ t1lr: text.optional(), project: text.optional() }).optional(),
});

const infraSettingSchema = resource(infraSetting);

/** Placement of the objects of a class, a Service, a Route or a namespace. */
export interface AviInfraSetting extends Spec {
  spec: z.infer<typeof infraSetting>;
}

const performanceLimits = z.looseObject({ maxConcurrentConnections: uint16.optional(), maxThroughput: uint16.optional() });

const backendProperties = z.looseObject({
  port,
  protocol: z.enum(["TCP", "UDP", "SCTP"]),
  enabled: z.boolean().optional(),
  lbAlgorithm: text.optional(),
  lbAlgorithmHash: text.optional(),
  lbAlgorithmConsistentHashHdr: text.optional(),
  healthMonitorRefs: texts.optional(),
  healthMonitorCrdRefs: texts.optional(),
  minServersUp: uint16.optional(),
  applicationPersistenceProfileRef: text.optional(),
  analyticsPolicy: z.looseObject({ enableRealtimeMetrics: z.boolean().optional() }).optional(),
  pkiProfileRef: text.optional(),
  sslProfileRef: text.optional(),
  sslKeyAndCertificateRef: text.optional(),
});

const l4Rule = z.looseObject({
  loadBalancerIP: text.optional(),
  applicationProfileRef: text.optional(),
  networkProfileRef: text.optional(),
  networkSecurityPolicyRef: text.optional(),
  securityPolicyRef: text.optional(),
  analyticsProfileRef: text.optional(),
  sslProfileRef: text.optional(),
  sslKeyAndCertificateRefs: texts.optional(),
  vsDatascriptRefs: texts.optional(),
  revokeVipRoute: z.boolean().optional(),
  performanceLimits: performanceLimits.optional(),
  analyticsPolicy: z
    .looseObject({
      fullClientLogs: z.looseObject({ enabled: z.boolean(), duration: uint16.optional(), throttle: uint16.optional() }).optional(),
    })
    .optional(),
  listenerProperties: z.array(z.looseObject({ port, protocol: z.enum(["TCP"]), enableSsl: z.boolean().optional() })).optional(),
  backendProperties: z.array(backendProperties).optional(),
});

const l4RuleSchema = resource(l4Rule);

/** Settings of the virtual service of a Service, and of its pools. */
export interface L4Rule extends Spec {
  spec: z.infer<typeof l4Rule>;
}

const profile = z.looseObject({ kind: z.enum(["AviRef"]).optional(), name: text }).optional();

const l7Rule = z.looseObject({
  allowInvalidClientCert: z.boolean().optional(),
  botPolicyRef: text.optional(),
  closeClientConnOnConfigUpdate: z.boolean().optional(),
  hostNameXlate: text.optional(),
  ignPoolNetReach: z.boolean().optional(),
  minPoolsUp: uint16.optional(),
  performanceLimits: performanceLimits.optional(),
  removeListeningPortOnVsDown: z.boolean().optional(),
  securityPolicyRef: text.optional(),
  sslSessCacheAvgSize: z.number().int().min(1024).max(16383).optional(),
  trafficCloneProfileRef: text.optional(),
  analyticsProfile: profile,
  applicationProfile: profile,
  wafPolicy: profile,
  icapProfile: profile,
  errorPageProfile: profile,
  analyticsPolicy: analyticsPolicy.optional(),
  httpPolicy: z.looseObject({ policySets: texts.optional(), overwrite: z.boolean().optional() }).optional(),
});

const l7RuleSchema = resource(l7Rule);

/** Further settings for the virtual service of a HostRule that names this rule. */
export interface L7Rule extends Spec {
  spec: z.infer<typeof l7Rule>;
}

export const aviInfraSettingReader: KindReader<AviInfraSetting> = {
  kind: "AviInfraSetting",
  apiVersions: [`${AKO_GROUP}/v1beta1`, `${AKO_GROUP}/v1alpha1`],
  ...AKO_RULE,
  clusterScoped: true,
  schema: infraSettingSchema,
  build(base, value: z.infer<typeof infraSettingSchema>) {
    return { ...base, spec: value.spec };
  },
};

export const l4RuleReader: KindReader<L4Rule> = {
  kind: "L4Rule",
  apiVersions: [`${AKO_GROUP}/v1alpha2`],
  ...AKO_RULE,
  schema: l4RuleSchema,
  build(base, value: z.infer<typeof l4RuleSchema>) {
    return { ...base, spec: value.spec };
  },
};

export const l7RuleReader: KindReader<L7Rule> = {
  kind: "L7Rule",
  apiVersions: [`${AKO_GROUP}/v1alpha2`],
  ...AKO_RULE,
  schema: l7RuleSchema,
  build(base, value: z.infer<typeof l7RuleSchema>) {
    return { ...base, spec: value.spec };
  },
};
