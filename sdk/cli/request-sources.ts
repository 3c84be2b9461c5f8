// Rules that answer requests: from manifests, a cluster, the state of a stack, or the load balancer itself.
import { BACK_ENDS, configSource } from "../../provider";
import { type ReviewFacts, rulesIn, UNREADY } from "../../requests/review/facts";
import type { RoutingTable, Servers } from "../../requests/table/routing-table";
import type { Diagnostic } from "../../resources/diagnostic";
import { readSpecs } from "../frontends";
import { diagnosticsOf, shownResources } from "../plan";
import type { RequestSources } from "../requests/explain";
import { RuleLines } from "../requests/rule-lines";
import { isWrongSetting } from "../settings";
import { type PlanOf, type SettingsInput, TARGETS, type Target, type TargetName, targetNames } from "../targets";
import { desiredRulesBy } from "../targets/request-side";
import type { FixedAnswerOf } from "../targets/target";
import { connectionOf, resourcesIn } from "../watch/stack/stack-state";
import { ReportedError, targetOption, UsageError } from "./grammar";
import { type InputOptions, namesInputs, readInputs } from "./inputs";
import { opt } from "./option";
import { reportDiagnostics } from "./output";
import { withProgress } from "./progress";
import { clusterIn, settingsIn } from "./settings";
import { openStack, STACK_OPTION, type Stack, type StackOptions, throughPulumi } from "./stack";
import { componentInState } from "./state-component";
import { planInState } from "./state-plan";

/** Options of the verbs that answer requests. */
export interface RequestSourceOptions extends InputOptions, Partial<StackOptions> {
  /** Absent: the only target of the stack. */
  to?: TargetName;
  settings?: string;
  cluster?: string;
  component?: string;
  live?: boolean;
}

/** Options that name a stack in the place of manifests, or beside them. Without `-s` or `-C` none is opened, unless `--live` needs one. */
export const OPTIONAL_STACK_OPTIONS = [
  opt("-C, --cwd <dir>", "folder of the Pulumi project"),
  STACK_OPTION,
  opt("--component <name>", "component of the stack; default: the components of the cluster"),
  opt("--live", "ask what the load balancer has now; with the configuration of the stack, or of the environment"),
];

/** Target of the verbs that answer requests. */
export const REQUEST_TARGET = targetOption<TargetName>(
  targetNames(({ asks }) => asks !== undefined),
  "the target; needed for manifests without a stack (default: that of the stack)",
);

/** Rules to ask, and the lines of the specs behind them. */
export interface OpenedSources {
  target: TargetName;
  sources: RequestSources;
  /** Servers by the ids of the members that stand for them, where the load balancer was read and has such. */
  members: ReadonlyMap<string, string>;
  lines: RuleLines;
  diagnostics: readonly Diagnostic[];
  /** Plan of the load balancer: from the state of a stack, else from the specs. */
  plan?: PlanOf<unknown>;
  /** Connection of the stack; absent: that of the environment. */
  config?: Config;
}

/**
 * Rules of manifests or a cluster, of the state of a stack, or of both: then the manifests ask and the state answers.
 *
 * @throws ReportedError where files cannot be read or settings are wrong
 */
export async function openSources(options: RequestSourceOptions): Promise<OpenedSources> {
  const { stack, cwd, live, component } = options;
  const hasSpecs = namesInputs(options);
  const hasStack = stack !== undefined || cwd !== undefined || (live === true && !hasSpecs);
  if (!hasSpecs && !hasStack)
    throw new UsageError("no specs to ask: name manifests with -f, a cluster with --kubeconfig, or a stack with -s");
  if (component !== undefined && !hasStack) throw new UsageError("--component is a part of a stack: name one with -s");
  if (options.to === undefined && !hasStack) throw new UsageError("--to is needed: name the target of the manifests");
  if (options.to !== undefined) checkTarget(options.to, hasStack || live === true);
  const exported = hasStack ? await readStack({ cwd: cwd ?? ".", stack }) : undefined;
  const to = options.to ?? targetInState(exported?.deployment);
  const target = TARGETS[to];
  const statedSettings = settingsIn(options, to);
  const state = exported && ofStack(exported, to, options, statedSettings);
  const settings = { ...state?.settings, ...statedSettings };
  const specs = hasSpecs ? await ofSpecs(target, options, settings) : undefined;
  const plan = state?.plan ?? specs?.plan;
  const bodies = live && plan ? await liveBodies(to, plan, state?.config) : undefined;
  const served = plan && (live ? bodies && target.balancer?.servedLive(bodies, plan) : target.balancer?.served(plan));
  return {
    target: to,
    sources: {
      ...(specs?.asked ? { desired: specs.asked } : {}),
      ...(state
        ? { known: knownIn(state.facts, target.balancer?.state.answers?.(state.settings)), objectOf: objectsBehind(to, state.plan) }
        : {}),
      ...(served ? { served } : {}),
    },
    members: membersById(bodies),
    lines: new RuleLines(specs?.specs),
    diagnostics: specs ? diagnosticsOf(specs.plan) : [],
    ...(plan ? { plan } : {}),
    ...(state ? { config: state.config } : {}),
  };
}

function checkTarget(to: TargetName, needsBalancer: boolean): void {
  if (!TARGETS[to].asks) throw new UsageError(`nothing of ${to} answers requests`);
  if (needsBalancer && !TARGETS[to].balancer) throw new UsageError(`${to} has no load balancer: leave out -s, -C and --live`);
}

/** The only target with load balancers of which a stack has resources. */
function targetInState(deployment: unknown): TargetName {
  const types = resourcesIn(deployment).map(({ type }) => type);
  const targets = targetNames(({ asks, balancer }) => asks !== undefined && balancer !== undefined);
  const [only, ...others] = targets.filter((name) => types.some((type) => type.startsWith(`${name}:`)));
  if (only === undefined) throw new UsageError(`the stack has no load balancer of this package (${targets.join(", ")})`);
  if (others.length > 0) throw new UsageError(`the stack has several targets: name one with --to (${[only, ...others].join(", ")})`);
  return only;
}

async function ofSpecs(target: Target, options: RequestSourceOptions, settings: SettingsInput) {
  const inputs = await readInputs(options, target.family(settings), "no specs to ask");
  const specs = readSpecs(inputs.objects, inputs.diagnostics);
  const plan = target.translate(specs, { settings });
  reportDiagnostics(plan.diagnostics);
  if (inputs.diagnostics.length > 0 || plan.diagnostics.some(isWrongSetting)) throw new ReportedError("faulty specs");
  return { plan, asked: desiredRulesBy(target, specs, settings), specs };
}

type Config = { readonly [key: string]: string | undefined };

/** State and configuration of a stack. */
async function readStack(where: StackOptions) {
  const stack = await openStack(where);
  const deployment = await withProgress("Reading the state", () => throughPulumi(async () => (await stack.exportStack()).deployment));
  return { deployment, configured: await throughPulumi(() => stack.getAllConfig()) };
}

function ofStack(
  { deployment, configured }: Awaited<ReturnType<typeof readStack>>,
  to: TargetName,
  { cluster, component }: RequestSourceOptions,
  statedSettings: SettingsInput,
) {
  const stateComponent = componentInState(deployment, to, { cluster, component });
  const whose = stateComponent ? { component: stateComponent.component } : { cluster: clusterIn(statedSettings, to), component };
  const { plan } = planInState(deployment, TARGETS[to], whose, stateComponent);
  return { plan, facts: stateComponent?.facts, settings: stateComponent?.settings ?? {}, config: configIn(deployment, to, configured) };
}

/** The connection of a stack: its configuration, that of the plugin, or that of the first explicit provider of the target. */
export function configIn(deployment: unknown, to: TargetName, configured: Awaited<ReturnType<Stack["getAllConfig"]>>): Config {
  const config = Object.fromEntries(Object.entries(configured).map(([key, { value }]) => [key, value]));
  const other = resourcesIn(deployment).find(({ type, connection }) => type.startsWith(`${to}:`) && connection);
  return { ...config, ...(other && connectionOf(other, config)) };
}

/**
 * Rules of the last completed run with the objects that asked for them; of a state without rules the servers alone.
 *
 * @param answers Services of which the settings say that they give every request the same answer
 */
export function knownIn(facts: ReviewFacts | undefined, answers: readonly FixedAnswerOf[] = []): RoutingTable {
  const rules = (facts && rulesIn(facts)) ?? { addresses: [], servers: serversIn(facts) };
  const servers: Record<string, Servers> = { ...rules.servers };
  for (const { service, answer } of answers) {
    // the port may be missing, or have a name that no state knows
    const [name = ""] = service.split(":");
    const ports = Object.keys(servers).filter((one) => one.startsWith(`${name}:`));
    const [port, ...others] = ports.includes(service) ? [service] : ports;
    if (port !== undefined && others.length === 0) servers[port] = { ...servers[port], ready: servers[port]?.ready ?? [], answer };
  }
  return { ...rules, servers };
}

/** Servers of each Service that the last completed run knew. */
function serversIn(facts: ReviewFacts | undefined): Record<string, Servers> {
  return Object.fromEntries(
    Object.entries(facts?.servers ?? {}).map(([service, servers]) => {
      const unready = servers.filter((one) => one.endsWith(UNREADY)).map((one) => one.slice(0, -UNREADY.length).trim());
      return [service, { ready: servers.filter((one) => !one.endsWith(UNREADY)), ...(unready.length > 0 ? { unready } : {}) }];
    }),
  );
}

/** The only spec that an API object of a state is of, besides Services. */
function objectsBehind(to: TargetName, plan: PlanOf<unknown>): (on: string) => string | undefined {
  const { owners } = TARGETS[to].objects(plan);
  return (on) => {
    const owningSpecs = (owners[on] ?? []).map((one) => one.replace("/", " "));
    const [only, ...more] = owningSpecs.filter((one) => !one.startsWith("Service "));
    return more.length === 0 ? only : undefined;
  };
}

/** Rules by which the load balancer answers now, by the same reader. */
export async function servedNow(to: TargetName, plan: PlanOf<unknown>, config: Config = {}) {
  const bodies = await liveBodies(to, plan, config);
  return bodies && TARGETS[to].balancer?.servedLive(bodies, plan);
}

/** Objects of a plan as the load balancer has them now. */
async function liveBodies(to: TargetName, plan: PlanOf<unknown>, config: Config = {}) {
  const target = TARGETS[to];
  if (to === "routes" || !target.balancer) throw new UsageError(`--live is not for ${to}`);
  const source = configSource(to, { config: { get: (key) => config[key] } });
  return withProgress("Reading the load balancer", async () => BACK_ENDS[to].live?.(source, shownResources(plan, target.kinds)));
}

const membersById = ({ members = [] }: Awaited<ReturnType<typeof liveBodies>> = {}): ReadonlyMap<string, string> =>
  new Map(members.map(({ id, server }) => [String(id), String(server)]));
