// The base class of all components: reads specs, translates them, and registers the result.

import { inspect } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import { findingLines } from "../../requests/review/findings";
import { type Diagnostic, describeFault, LbError } from "../../resources/diagnostic";
import type { CertificateFacts } from "../../resources/inventory";
import { printableLines, printableText } from "../../resources/printable";
import { noteComponent } from "../dynamic-alias";
import { currentProgram, isPlugin } from "../native";
import { diagnosticsOf, type Plan } from "../plan";
import type { Part } from "../plan/parts";
import { programMark } from "../resource";
import type { Status } from "../routing";
import { isWrongSetting } from "../settings";
import { isShownAtPreview, type SpecSet } from "../specs";
import type { SpecSource } from "./sources";
import { startProvider } from "./start-provider";
import type { SpecSummary } from "./summary";

/** Arguments of the components of every target. */
export interface SpecComponentArgs {
  /** The specs: files, folders, globs, plain objects, `@pulumi/kubernetes` resources, a live cluster, or a list of them. */
  specs: SpecSource;
  /** Take over existing objects of these names even if another controller or stack created them. Set it for one run. Default false. */
  adopt?: boolean;
  /**
   * Write results back into the objects of the cluster: addresses into the status of Services and Ingresses, Contour's words into
   * IngressRoutes, places in Mizar's networks into Pods that exist already. Fields that another controller writes are an error that names
   * it (LB2130); `"force"` takes them. Default false.
   */
  writeStatus?: boolean | "force";
  /**
   * Look at limits, free addresses, references and certificates before the first write (docs/preview.md#checks-before-the-first-write).
   * Default true.
   */
  preflight?: boolean;
  /**
   * Allow this run to delete or empty more than a third of the objects (and more than 5), all of at least 3, or more than half of the hosts
   * and Services (and at least 3), and to delete live objects whose Secret or Service is missing. Default false.
   */
  allowMassDelete?: boolean;
  /**
   * Losses that faults of the specs may cause in this run, `["shop.example.com/cart", "Ingress shop/web"]`: routes without their scheme, or
   * objects (LB2017). Set it for one run. Default: nothing.
   */
  allowLoss?: readonly string[];
}

/** Further arguments of a whole cluster. */
export interface ClusterArgs {
  /**
   * The part of the cluster that this stack manages, `{ index: 0, of: 8 }`: several stacks with the same specs share a large cluster, each
   * with its shards, load balancers or VPCs (docs/several-clusters.md#parts-of-a-cluster). The same as the setting `part`. Default: all of it.
   */
  part?: Part;
}

/** Settings with the part that an argument names. */
export function settingsOfPart<S extends object>(settings: S | undefined, { part }: ClusterArgs): S | undefined {
  return part === undefined ? settings : Object.assign({}, settings, { part });
}

/** The status of one spec, as components give it out. */
export interface SpecStatus {
  kind: string;
  namespace: string;
  name: string;
  state: Status["state"];
  description: string;
}

/** Outputs of components with hosts: known at preview, so that a policy of a stack can judge them. */
export interface HostResult {
  routes: Record<string, string[]>;
  certificates: Record<string, CertificateFacts>;
}

/** The hosts that a plan is about, in the form components give out. */
export const hostResult = ({ facts: { asks = {}, certificates = {} } }: Pick<Plan, "facts">): HostResult => ({
  routes: asks,
  certificates,
});

/** Outputs of every component. */
export type SpecResult = { statuses: SpecStatus[]; inventory: string[]; summary: pulumi.Input<SpecSummary[]> };

/** Makes the resources of a target from the specs, values or outputs. `this` of the component is the parent of all resources. */
export type Deploy<R, S = SpecSet> = (specs: S, parent: pulumi.ComponentResource) => Promise<R>;

/** Names of the components of each program, by target. A process that stays loaded runs several programs in turn. */
const programs = new WeakMap<object, Map<string, Set<string>>>();

/** Key of a program without an engine. */
const ALONE = {};

function componentsOf(target: string): Set<string> {
  const program = currentProgram() ?? ALONE;
  const targets = programs.get(program) ?? new Map<string, Set<string>>();
  programs.set(program, targets);
  const names = targets.get(target) ?? new Set();
  targets.set(target, names);
  return names;
}

/**
 * The names of all components of a target that the program has so far; an owner mark of any other name is of no component. Undefined
 * in the plugin, which gets one component after the other from the engine.
 */
export const componentNames = (target: string): string[] | undefined => (isPlugin() ? undefined : [...componentsOf(target)].sort());

/** Symbol that hides the specs, which may hold Secrets: the engine stores the inputs of a component in clear. */
const JOB = Symbol("job");

/** Longest wait for a registration, which takes a few milliseconds; an engine that has ended never answers. */
const REGISTERED_MS = 2000;
/**
 * Timers until the SDK reads the exports of the program. They run one after the other: if the machine stands still for a while, a single
 * timer would expire before the program has continued.
 */
const EXPORTED = { timers: 20, ms: 5 };

interface Job<R, S> {
  specs: SpecSource;
  /** Existing objects are taken over. */
  adopts: boolean;
  read: (specs: SpecSource) => Promise<S>;
  deploy: Deploy<R, S>;
}

/** `customTimeouts` and `ignoreChanges` of a component are meant for its resources, and the SDK hands only transformations down. */
function handedDown({ customTimeouts, ignoreChanges, ...rest }: pulumi.ComponentResourceOptions = {}): pulumi.ComponentResourceOptions {
  if (!customTimeouts && !ignoreChanges) return rest;
  const hand: pulumi.ResourceTransformation = ({ props, opts }) => ({
    props,
    opts: pulumi.mergeOptions({ customTimeouts, ignoreChanges }, opts),
  });
  return { ...rest, transformations: [hand, ...(rest.transformations ?? [])] };
}

/** Base class of all components: reads the specs, lets the target translate and register, and returns the result. */
export abstract class SpecComponent<R extends SpecResult, S = SpecSet> extends pulumi.ComponentResource<Record<string, unknown>> {
  /** @internal */
  protected constructor(
    type: string,
    name: string,
    shown: pulumi.Inputs,
    job: Job<R, S>,
    outputs: readonly (keyof R & string)[],
    opts?: pulumi.ComponentResourceOptions,
  ) {
    componentsOf(type.split(":")[0] ?? "").add(name);
    super(`k8s-lb:${type}`, name, { ...shown, [JOB]: job }, handedDown(opts));
    const result = pulumi.output(this.getData());
    const outputValues = Object.fromEntries(outputs.map((output) => [output, Reflect.get(result, output)]));
    Object.assign(this, outputValues);
    this.registerOutputs(outputValues);
  }

  /** Runs once, from the base constructor; asynchronous because specs may be outputs. */
  protected override async initialize({ [JOB]: { specs, adopts, deploy, read } }: { [JOB]: Job<R, S> }): Promise<R> {
    noteComponent(this, adopts);
    startProvider(this);
    try {
      return await deploy(await read(specs), this);
    } catch (error) {
      await this.settled();
      throw sealed(error);
    }
  }

  /**
   * Resolves when the program has ended and the SDK listens to its exports. If an output fails before, Node prints a warning of
   * its own.
   */
  private async settled(): Promise<void> {
    await Promise.race([new Promise((done) => this.urn.apply(done)), new Promise((done) => setTimeout(done, REGISTERED_MS).unref())]);
    for (let timer = 0; timer < EXPORTED.timers; timer++) await new Promise((done) => setTimeout(done, EXPORTED.ms));
  }
}

/**
 * An error that the SDK cannot extend. It attaches the rejected promise, which refers to every resource of the program, and prints the
 * error with everything that is reachable from it: that takes minutes and gigabytes. It also writes its own property names into the
 * message.
 */
function sealed(thrown: unknown): Error {
  const isOwnError: boolean = thrown instanceof LbError || pulumi.RunError.isInstance(thrown);
  const message = printableLines(thrown instanceof Error ? thrown.message : String(thrown));
  const stack = thrown instanceof Error && !isOwnError ? printableText(thrown.stack ?? message) : message;
  const fixed = (value: unknown) => ({ get: () => value, set: () => undefined });
  // the engine prints a RunError as it is, and everything else with its stack
  return Object.defineProperties(isOwnError ? new pulumi.RunError() : new Error(), {
    message: fixed(message),
    stack: fixed(stack),
    promise: fixed(undefined),
    [inspect.custom]: { value: () => stack },
  });
}

/** Owner mark of everything below one component: `pulumi-k8s-lb:<project>/<stack>/<cluster>/<component>`. */
export function ownerOf(cluster: string, component: string): string {
  return `${programMark()}/${cluster}/${component}`;
}

/** The statuses of a plan in the form components give out. */
export function specStatuses(statuses: readonly Status[]): SpecStatus[] {
  return statuses.map(({ object: { kind, namespace, name }, state, description }) => ({ kind, namespace, name, state, description }));
}

/**
 * Wrong settings stop the run; notices go to the component's row. Errors and warnings are printed by the check of its summary, which knows
 * those of the last run.
 */
export function reportTo(parent: pulumi.Resource, plan: Pick<Plan, "diagnostics" | "statuses">): void {
  const all = diagnosticsOf(plan);
  const wrong = all.find(isWrongSetting);
  if (wrong) {
    const { code, message, pointer, remedy } = wrong;
    throw new LbError({ code, message, object: "settings", pointer, remedy });
  }
  // the SDK keeps their order and the connection open; to wait for each would hold up the first resource by as many round trips
  for (const notice of all.filter(({ severity }) => severity === "notice"))
    if (isShownAtPreview(notice)) void pulumi.log.info(`${notice.code} ${notice.message}`, parent);
    else void pulumi.log.debug(printableLines(`${notice.code} ${describeFault(notice)}`), parent);
}

/** Errors and warnings that no state remembers. */
export function warnOf(parent: pulumi.Resource, diagnostics: readonly Diagnostic[]): void {
  const findings = findingLines([], diagnostics);
  if (findings) void pulumi.log.warn(findings.text, parent);
}
