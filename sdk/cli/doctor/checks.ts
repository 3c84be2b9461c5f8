// Checks of `doctor` per back end, and the settings that it shows with secrets masked.
import type { ConfigMap } from "@pulumi/pulumi/automation/index.js";
import { type BackEnd, configSource } from "../../../provider";
import { connectionIn, pluginInputs } from "../../../resources/connection";
import { reasonOf } from "../../../resources/diagnostic";
import { isKubeconfigText } from "../../../resources/kubeconfig-text";
import { withoutUserInfo } from "../../../resources/quoted";
import { rulesFor } from "../../components/rbac";

/** The configuration of a stack as the Automation API tells it. */
export type StackConfig = ConfigMap;

/** A setting that has a value. */
export interface ShownSetting {
  /** `avi:controller`. */
  key: string;
  /** Secrets are masked. */
  value: string;
  from: string;
}

/** Names of the checks of this machine and of the stack. */
export const TOOL_CHECKS = { node: "Node", release: "pulumi-k8s-lb", stack: "Pulumi stack", saving: "saving the state" } as const;

export interface CheckResult {
  target: string;
  check: string;
  state: "ok" | "failed" | "none" | "advice";
  /** The finding, or the fault and its remedy. Advice is not a fault. */
  what: string;
  /** Nothing else of the target could be looked at: no login, no answer, no configuration. */
  refused?: true;
}

/** Configuration in which that of the plugin, `k8s-lb:avi.controller`, has the form of the others. A secret in an object makes it all secret. */
export function withPluginConfig(stack: StackConfig): StackConfig {
  const ofPlugin = Object.entries(pluginInputs(stack)).flatMap(([name, { value, secret }]) =>
    Object.entries(connectionIn({ [name]: value })).map(([key, text]) => [key, { value: text, ...(secret ? { secret } : {}) }] as const),
  );
  return { ...Object.fromEntries(ofPlugin), ...stack };
}

const SECRET = /password|secret|token/i;
/** In place of a secret. */
export const MASKED = "********";

/** Every setting of a back end that has a value: the stack configuration counts before the environment. */
export function settingsOf({ doctor: { namespaces, variables } }: BackEnd, stack: StackConfig, env: NodeJS.ProcessEnv): ShownSetting[] {
  const explicit = Object.entries(stack)
    .filter(([key]) => namespaces.includes(key.split(":")[0] ?? ""))
    .map(([key, { value, secret }]) => ({
      key,
      value: shown(key, value, secret),
      from: secret ? "stack configuration, secret" : "stack configuration",
    }));
  const explicitKeys = new Set(explicit.map(({ key }) => key.split(":")[1]));
  const environment = Object.entries(variables).flatMap(([key, names]) => {
    const name = names.find((one) => env[one]);
    return name && !explicitKeys.has(key)
      ? [{ key: `${namespaces[0]}:${key}`, value: shown(key, env[name] ?? "", false), from: name }]
      : [];
  });
  return [...explicit, ...environment];
}

/** A kubeconfig, or a certificate, may be there whole, and credentials in an address, where no one should have put them. */
function shown(key: string, value: string, secret = false): string {
  if (secret || SECRET.test(key)) return MASKED;
  const isText = /[\r\n]/.test(value) || (/(^|:)kubeconfig$/.test(key) && isKubeconfigText(value));
  return isText ? `(a text of ${value.length} characters)` : withoutUserInfo(value);
}

/** Checks a back end, and stops after a first check that fails: there are no rights to look for without a login. */
export async function checkBackEnd({ name, doctor }: BackEnd, stack: StackConfig, env: NodeJS.ProcessEnv): Promise<CheckResult[]> {
  const target = doctor.name;
  const config = configSource(name, { config: { get: (key) => stack[key]?.value } }, env);
  const done: CheckResult[] = [];
  for (const [check, run] of doctor.checks(config, (reader) => rulesFor({ target: reader }))) {
    try {
      done.push({ target, check, state: "ok", what: await run() });
    } catch (error) {
      const first = done.length === 0;
      done.push({ target, check, state: "failed", what: reasonOf(error), ...(first ? { refused: true } : {}) });
      if (first) break;
    }
  }
  return done;
}
