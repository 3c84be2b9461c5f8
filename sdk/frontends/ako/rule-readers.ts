// Reads the AKO 2.2.1 kinds for hosts and paths: HostRule and HTTPRule (ako-2x.md 10).

import { z } from "zod";
import { publicPem } from "../../../resources/pem";
import { AKO_GROUP, diagnose, ignoredField, isHost, type KindReader, notReadOfAko, pointer, type Spec, shown } from "../../specs";

export const text = z.string();
export const texts = z.array(text);
export const port = z.number().int().min(1).max(65535);
export const uint16 = z.number().int().min(0).max(65535);

/** Schema of a custom resource; fields beside its spec are not checked. */
export const resource = <S extends z.ZodType>(spec: S) => z.looseObject({ status: ignoredField, spec });

const namedCertificate = z.looseObject({ name: text, type: z.enum(["ref", "secret"]) });

/** Request logs; `duration` in minutes, 0 for no end. */
export const analyticsPolicy = z.looseObject({
  fullClientLogs: z
    .looseObject({
      enabled: z.boolean().optional(),
      throttle: z.enum(["LOW", "MEDIUM", "HIGH", "DISABLED"]).optional(),
      duration: uint16.optional(),
    })
    .optional(),
  logAllHeaders: z.boolean().optional(),
});

const virtualHost = z.looseObject({
  fqdn: text.min(1),
  fqdnType: z.enum(["Exact", "Wildcard", "Contains"]).optional(),
  enableVirtualHost: z.boolean().optional(),
  tls: z
    .looseObject({
      sslKeyCertificate: namedCertificate.extend({ alternateCertificate: namedCertificate.optional() }).optional(),
      sslProfile: text.optional(),
      termination: z.enum(["edge"]).optional(),
    })
    .optional(),
  wafPolicy: text.optional(),
  applicationProfile: text.optional(),
  analyticsProfile: text.optional(),
  errorPageProfile: text.optional(),
  icapProfile: texts.optional(),
  networkSecurityPolicy: text.optional(),
  httpPolicy: z.looseObject({ policySets: texts.optional(), overwrite: z.boolean().optional() }).optional(),
  datascripts: texts.optional(),
  gslb: z.looseObject({ fqdn: text.optional(), includeAliases: z.boolean().optional() }).optional(),
  analyticsPolicy: analyticsPolicy.optional(),
  tcpSettings: z
    .looseObject({
      listeners: z.array(z.looseObject({ port, enableSSL: z.boolean().optional() })).optional(),
      loadBalancerIP: text.optional(),
    })
    .optional(),
  aliases: texts.optional(),
  useRegex: z.boolean().optional(),
  applicationRootPath: text.optional(),
  l7Rule: text.optional(),
});

const hostRuleSchema = resource(z.looseObject({ virtualhost: virtualHost }));

const rulePath = z.looseObject({
  target: text.regex(/^\//, "must begin with a slash"),
  healthMonitors: texts.optional(),
  loadBalancerPolicy: z.looseObject({ algorithm: text.optional(), hash: text.optional(), hostHeader: text.optional() }).optional(),
  applicationPersistence: text.optional(),
  enableHTTP2: z.boolean().optional(),
  tls: z
    .looseObject({
      type: z.enum(["reencrypt"]),
      sslProfile: text.optional(),
      destinationCA: text.optional(),
      pkiProfile: text.optional(),
    })
    .optional(),
});

const httpRuleSchema = resource(z.looseObject({ fqdn: text.min(1), paths: z.array(rulePath).optional() }));

/** Settings for the pools of a host's paths. */
export interface HTTPRule extends Spec {
  fqdn: string;
  paths: z.infer<typeof rulePath>[];
  /** Authorities that contained a private key, which was removed; `alone`: the field contained nothing else. */
  keysIn: readonly { readonly at: string; readonly target: string; readonly alone: boolean }[];
}

/** Settings for a host, or for the shared virtual service that serves it. */
export interface HostRule extends Spec {
  virtualhost: z.infer<typeof virtualHost>;
}

/** Common properties of AKO's kinds. */
export const AKO_RULE = { rejected: "Rejected", unread: notReadOfAko } as const;

const bothVersions = [`${AKO_GROUP}/v1beta1`, `${AKO_GROUP}/v1alpha1`];

export const hostRuleReader: KindReader<HostRule> = {
  kind: "HostRule",
  apiVersions: bothVersions,
  ...AKO_RULE,
  hosts: [
    { path: "spec.virtualhost.fqdn", whole: true, type: "spec.virtualhost.fqdnType" },
    { path: "spec.virtualhost.aliases[]", whole: true },
    { path: "spec.virtualhost.gslb.fqdn", whole: true },
  ],
  schema: hostRuleSchema,
  build(base, value: z.infer<typeof hostRuleSchema>, report) {
    const { aliases, gslb, ...virtualhost } = value.spec.virtualhost;
    const isName = (name: string, ...at: (string | number)[]) => {
      if (isHost(name)) return true;
      const message = `${shown(name)} is not a DNS name; it is left out`;
      report(diagnose("LB1312", base.ref, pointer("spec", "virtualhost", ...at), message, { remedy: "Write a DNS name." }));
      return false;
    };
    const named = aliases?.filter((alias, i) => isName(alias, "aliases", i));
    const fqdn = gslb?.fqdn && !isName(gslb.fqdn, "gslb", "fqdn") ? undefined : gslb?.fqdn;
    return { ...base, virtualhost: { ...virtualhost, ...(named ? { aliases: named } : {}), ...(gslb ? { gslb: { ...gslb, fqdn } } : {}) } };
  },
};

export const httpRuleReader: KindReader<HTTPRule> = {
  kind: "HTTPRule",
  apiVersions: bothVersions,
  ...AKO_RULE,
  hosts: [{ path: "spec.fqdn", whole: true }],
  schema: httpRuleSchema,
  build(base, value: z.infer<typeof httpRuleSchema>) {
    const keysIn: { at: string; target: string; alone: boolean }[] = [];
    const paths = (value.spec.paths ?? []).map((path, index) => {
      const pem = publicPem(path.tls?.destinationCA ?? "");
      if (!path.tls || !pem.holdsKey) return path;
      keysIn.push({ at: pointer("spec", "paths", index, "tls", "destinationCA"), target: path.target, alone: pem.text === "" });
      return { ...path, tls: { ...path.tls, destinationCA: pem.text } };
    });
    return { ...base, fqdn: value.spec.fqdn, paths, keysIn };
  },
};
