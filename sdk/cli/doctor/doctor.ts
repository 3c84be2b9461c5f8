// `k8s-lb doctor`: shows the configuration and its sources, and checks connection, version and rights; secrets are masked.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { BACK_ENDS, type BackEnd } from "../../../provider";
import { reasonOf } from "../../../resources/diagnostic";
import { packageVersion } from "../../own-package";
import { backendUrl } from "../../watch/stack/backend-url";
import { EXIT, exitCodeOption, outputOption, UsageError } from "../grammar";
import { arg } from "../option";
import { withProgress } from "../progress";
import { openStack, STACK_OPTIONS, type StackOptions, throughPulumi } from "../stack";
import { toTable } from "../table";
import { defineVerb } from "../verb";
import { type CheckResult, checkBackEnd, type ShownSetting, type StackConfig, settingsOf, TOOL_CHECKS, withPluginConfig } from "./checks";
import { componentSettings } from "./component-settings";
import { savingAdvice } from "./saving-advice";

/** Back ends by their names in this command. */
const CHECKED = new Map<string, BackEnd>(Object.values(BACK_ENDS).map((backEnd) => [backEnd.doctor.name, backEnd]));

export const doctorCommand = defineVerb({
  name: "doctor",
  args: [arg("[target...]", "what to check; default: everything that is configured", [...CHECKED.keys()])],
  options: [outputOption(["table", "json", "yaml"]), exitCodeOption("when a check fails"), ...STACK_OPTIONS],
  examples: ["doctor", "doctor avi -C infrastructure -s prod", "doctor octavia --exit-code"],
  async run(where, [targets]) {
    const { settings, checks } = await examined(targets, where);
    return {
      document: { settings, checks },
      table: () => report(settings, checks),
      isFound: checks.some(({ state }) => state === "failed"),
      code: checks.some(({ refused }) => refused) ? EXIT.backend : undefined,
    };
  },
});

/** Findings of the doctor, secrets masked. */
export interface Examination {
  settings: ShownSetting[];
  checks: CheckResult[];
}

/**
 * Looks at the tools, the stack and the back ends that are configured, or at those that are named.
 *
 * @throws UsageError where there is no such folder
 */
export async function examined(targets: readonly string[], where: StackOptions): Promise<Examination> {
  const { checks: tools, config, components } = await toolsAndStack(where);
  const backEnds = targets.length > 0 ? targets.flatMap((target) => CHECKED.get(target) ?? []) : [...CHECKED.values()];
  const candidates = backEnds.map((backEnd) => ({ backEnd, settings: settingsOf(backEnd, config, process.env) }));
  const settings = [
    ...candidates.flatMap((one) => one.settings),
    ...components.filter(({ key }) => backEnds.some(({ doctor }) => key.startsWith(`${doctor.name}.`))),
  ];
  // A target without configuration is checked only on request: a kubeconfig may be where kubectl looks for it.
  const looked = candidates.filter((one) => targets.length > 0 || one.settings.length > 0).map(({ backEnd }) => backEnd);
  const results = await withProgress("Looking", () => look(looked, config));
  return { settings, checks: [...tools, ...results.flat()] };
}

const look = (backEnds: readonly BackEnd[], config: StackConfig): Promise<CheckResult[][]> =>
  Promise.all(backEnds.map((backEnd) => checkBackEnd(backEnd, config, process.env)));

interface DoctorReport {
  checks: CheckResult[];
  config: StackConfig;
  components: ShownSetting[];
}

/** The programs that a run needs, the configuration of the stack, where there is one, and its components. */
async function toolsAndStack(where: StackOptions): Promise<DoctorReport> {
  const node: CheckResult = { target: "tools", check: TOOL_CHECKS.node, state: "ok", what: process.version };
  const release: CheckResult = { target: "tools", check: TOOL_CHECKS.release, state: "ok", what: packageVersion() };
  const stack = (state: CheckResult["state"], what: string): CheckResult => ({ target: "tools", check: TOOL_CHECKS.stack, state, what });
  if (!existsSync(where.cwd)) throw new UsageError(`there is no folder ${where.cwd}`);
  // without a project the environment counts alone, unless a stack is asked for
  if (where.stack === undefined && !["yaml", "yml", "json"].some((ending) => existsSync(join(where.cwd, `Pulumi.${ending}`))))
    return {
      checks: [node, release, stack("none", `no Pulumi project in ${where.cwd}: only the environment counts`)],
      config: {},
      components: [],
    };
  try {
    const opened = await openStack(where);
    const config = withPluginConfig(await throughPulumi(() => opened.getAllConfig()));
    const { deployment } = await throughPulumi(() => opened.exportStack());
    const url = await throughPulumi(() => backendUrl(opened.workspace));
    const advice = savingAdvice(url, deployment, process.env) ?? [];
    const stackCheck = stack("ok", `${opened.name}, Pulumi CLI ${opened.workspace.pulumiVersion}`);
    return { checks: [node, release, stackCheck].concat(advice), config, components: componentSettings(deployment) };
  } catch (error) {
    return { checks: [node, release, stack("failed", reasonOf(error))], config: {}, components: [] };
  }
}

function report(settings: readonly ShownSetting[], checks: readonly CheckResult[]): string {
  const configured =
    settings.length > 0
      ? toTable(
          ["SETTING", "VALUE", "FROM"],
          settings.map(({ key, value, from }) => [key, value, from]),
        )
      : "No load balancer is configured: see docs/avi.md, docs/octavia.md and docs/mizar.md, or `k8s-lb sandbox start`.\n";
  const rows = checks.map(({ target, check, state, what }) => [state, target, check, what.split("\n")[0] ?? ""]);
  const more = checks.flatMap(({ what }) => what.split("\n").slice(1));
  return `${configured}\n${toTable(["STATE", "TARGET", "CHECK", "DETAIL"], rows)}${more.length > 0 ? `\n${more.map((line) => line.trim()).join("\n")}\n` : ""}`;
}
