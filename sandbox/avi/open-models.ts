import type { Model } from "./schema";

/**
 * Types that clients refer to or touch in passing, without a schema of ours: every field is stored as it comes,
 * references are recognised by their `_ref` and `_refs` keys.
 */
const TITLES = [
  "ProtocolParser",
  "ErrorPageProfile",
  "WafPolicy",
  "AlertConfig",
  "AlertScriptConfig",
  "ActionGroupConfig",
  "AuthProfile",
  "Role",
  "User",
  "UserAccountProfile",
  "CertificateManagementProfile",
  "CloudConnectorUser",
  "Webhook",
  "ServerAutoScalePolicy",
  "AutoScaleLaunchConfig",
  "TrafficCloneProfile",
  "DnsPolicy",
  "SSOPolicy",
  "Gslb",
  "GslbService",
  "Backup",
  "BackupConfiguration",
  "Scheduler",
];

/** `SSOPolicy` -> `Sso policy`, the way 409 texts name a type. */
function verbose(title: string): string {
  const words = title.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const UNSCOPED = ["User", "UserAccountProfile", "CloudConnectorUser"];

export const OPEN_MODELS: Model[] = TITLES.map((title) => ({
  type: title.toLowerCase(),
  title,
  message: { properties: {}, required: ["name"] },
  definitions: {},
  tenantScoped: !UNSCOPED.includes(title),
  cloudScoped: false,
  duplicate: `${verbose(title)} with this Name${UNSCOPED.includes(title) ? "" : " and Tenant ref"} already exists.`,
  open: true,
}));
