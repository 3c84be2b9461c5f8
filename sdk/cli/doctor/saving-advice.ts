// Advice of `doctor` on saving a large state.
import { isRecord } from "../../specs";
import { type CheckResult, TOOL_CHECKS } from "./checks";

/** Below it a first `up` takes less than half a minute, however the state is saved. */
const LARGE = 300;

/**
 * Advice for a large stack on a backend that writes the whole state before and after each step. Undefined for a small stack, on Pulumi Cloud
 * (which takes steps one by one), and where the environment saves the state once.
 *
 * @param url of the backend: `file:///srv/pulumi`, `s3://bucket`, `https://app.pulumi.com/me`
 * @param deployment output of `pulumi stack export`
 */
export function savingAdvice(url: string, deployment: unknown, env: NodeJS.ProcessEnv): CheckResult | undefined {
  const resources = isRecord(deployment) && Array.isArray(deployment.resources) ? deployment.resources : [];
  const [, scheme = "file"] = /^(\w+):/.exec(url) ?? [];
  if (resources.length <= LARGE || /^https?$/.test(scheme) || isTrue(env.PULUMI_SKIP_CHECKPOINTS)) return undefined;
  const kilobytes = Math.round(JSON.stringify(deployment).length / 1000);
  return {
    target: "tools",
    check: TOOL_CHECKS.saving,
    state: "advice",
    what: `${resources.length} resources: each step writes the whole state (${kilobytes} kB) to the ${scheme} backend.
For a run of many steps set PULUMI_SKIP_CHECKPOINTS=true, or divide the cluster into parts: docs/state-and-secrets.md.`,
  };
}

/** As the engine reads a switch. */
const isTrue = (text = ""): boolean => /^(1|true)$/i.test(text);
