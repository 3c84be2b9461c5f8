// The operator of Mizar, against an API server.
import { SeededRandom } from "../shared/random";
import { type ApiConnection, KubeClient } from "./api/client";
import { Informer } from "./api/informer";
import type { KubeObject, NewObject } from "./api/kinds";
import { isKind, isMizar, MIZAR_KINDS, RESOURCES, type WatchedKind } from "./api/kinds";
import type { Action } from "./api/world";
import { isOwn, OPERATOR_TENANT, OperatorObjects } from "./api/world";
import { lastHandled, Reporter } from "./engine/kopf";
import { WorkflowLifecycle } from "./engine/lifecycle";
import { Queue } from "./engine/queue";
import { Reactor, reactionsOf } from "./engine/reactions";
import { hasRange, Memory, rangeOfSpec } from "./memory";
import { checkSeedInput, plant, seedSettings } from "./seed-input";
import type { SeedInput } from "./seeds";
import { type OperatorSettings, settingsOf } from "./settings";
import { newDroplet } from "./workflows/droplets";
import type { WorkflowContext } from "./workflows/workflow";

/** Options of the operator; everything except the server has a default. */
export interface OperatorOptions extends ApiConnection, Partial<OperatorSettings> {
  /** The server is Arktos: it keeps its objects per tenant. Default false. */
  tenants?: boolean;
  /** A state to begin with, made before anything else; it brings settings of its own. */
  given?: SeedInput;
  /** Start of the random numbers behind names and vnis. Default: another one each time. */
  seed?: number;
}

/** A running operator. */
export interface Operator {
  /** Ends it. What it keeps in memory is lost, as it is when the real one ends. */
  stop(): Promise<void>;
}

/** After an error that is not the object's: a server that is away, say. */
const PAUSE_MS = 500;
const SETTLED_MS = 5_000;

/**
 * Starts a stand-in for Mizar's operator and Arktos' controllers on an API server that has their kinds. See
 * docs/contributing/sandboxes.md#mizar-and-arktos.
 *
 * @throws SandboxError LB5050 for a state with unknown parts, LB5051 for a server that cannot be read
 * @example
 * ```ts
 * import { startOperator } from "pulumi-k8s-lb-sandbox";
 *
 * async function test(url: string, token: string) {
 *   const operator = await startOperator({ url, token, mode: "head" });
 *   // create a Vpc with spec.status Init, and wait until it is Provisioned
 *   await operator.stop();
 * }
 * void test;
 * ```
 */
export async function startOperator(options: OperatorOptions): Promise<Operator> {
  const { url, token, ca, tenants = false, given, seed = Date.now(), ...rest } = options;
  if (given) checkSeedInput(given);
  const settings = settingsOf({ tenants, ...rest, ...(given ? seedSettings(given) : {}) });
  const client = new KubeClient({ url, token, ca });
  const world = new OperatorObjects(client, tenants);
  const memory = new Memory();
  const random = new SeededRandom(seed);
  const context: WorkflowContext = { world, memory, settings, random };
  try {
    if (given) await plant(given, world, memory, random);
  } catch (error) {
    client.close();
    throw error;
  }
  const { kinds, queue } = wire(context, world);
  const informers = kinds.map((kind) => new Informer(client, kind, tenantFor(kind, tenants), world.cache));
  const stop = async () => {
    await Promise.all(informers.map((informer) => informer.stop()));
    await queue.stop();
    client.close();
  };
  try {
    await Promise.all(informers.map((informer) => informer.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  bootstrap(world, memory);
  for (const action of firstObjects(context)) await world.act(action).catch(() => {}); // a server without the kinds has nothing to begin with
  // what it made itself did not come as a change
  world.cache.touch();
  queue.start();
  if (given) await acquainted(world);
  return { stop };
}

/** Waits, within bounds, until the operator has looked at what was provisioned before it: a state to begin with is one that has settled. */
async function acquainted(world: OperatorObjects): Promise<void> {
  for (const end = performance.now() + SETTLED_MS; performance.now() < end; ) {
    const strangers = MIZAR_KINDS.flatMap((kind) => world.provisioned(kind)).filter((object) => lastHandled(object) === undefined);
    if (strangers.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Passes each change to the workflows that handle its kind. */
function wire(context: WorkflowContext, world: OperatorObjects): { kinds: WatchedKind[]; queue: Queue } {
  const { settings, memory } = context;
  const reporter = new Reporter(world, "mizar-operator");
  const lifecycle = new WorkflowLifecycle(world, context, reporter);
  const reactor = new Reactor(world, context, reactionsOf(settings.controllers), reporter);
  const graves = new Map<string, KubeObject>();

  const queue = new Queue(async (item) => {
    const [kind = "", key = ""] = item.split(" ");
    if (!isKind(kind)) return undefined;
    const grave = graves.get(item);
    try {
      if (grave) await reactor.bury(grave);
      graves.delete(item);
      const object = world.cache.get(kind, key);
      if (!object) return undefined;
      return isMizar(kind) ? await lifecycle.look(object) : await reactor.look(object);
    } catch {
      return PAUSE_MS;
    }
  });
  world.cache.onChange = (kind, key, gone) => {
    if (gone) {
      const { uid = "", name } = gone.metadata;
      lifecycle.forget(uid);
      reporter.forget(uid);
      // the real operator never learns that somebody took its finalizer off
      if (kind === "Subnet" && settings.mode === "design" && isOwn(gone)) memory.subnets.delete(name);
      graves.set(`${kind} ${key}`, gone);
    }
    queue.add(`${kind} ${key}`, settings.delayMs);
  };
  return { kinds: [...MIZAR_KINDS, ...reactor.kinds], queue };
}

/** Mizar's objects are in one tenant, those of the users in all. */
function tenantFor(kind: WatchedKind, tenants: boolean): string | undefined {
  if (!tenants || !RESOURCES[kind].tenanted) return undefined;
  return isMizar(kind) ? OPERATOR_TENANT : "all";
}

/** Reads the state that the operator finds when it starts: subnets and their addresses in use, as far as objects show them. */
export function bootstrap(world: OperatorObjects, memory: Memory): void {
  for (const { metadata, spec } of world.provisioned("Subnet").filter(({ spec }) => hasRange(spec))) {
    memory.know(metadata.name, { vpc: String(spec.vpc ?? ""), range: rangeOfSpec(spec), gateway: false }, world.owned("Endpoint"));
  }
}

/** Objects that the operator creates when it starts: droplets if there are none, the default VPC and its subnet. */
function firstObjects(context: WorkflowContext): Action[] {
  const { settings, world } = context;
  const names = world.owned("Droplet").length > 0 ? [] : settings.droplets;
  const droplets = names.map((name, index) => newDroplet(name, `172.18.0.${2 + index}`, context));
  const defaults: NewObject[] = [
    { kind: "Vpc", metadata: { name: "vpc0" }, spec: { ip: "10.20.0.0", prefix: "16", dividers: 1, status: "Init" } },
    { kind: "Subnet", metadata: { name: "net0" }, spec: { ip: "10.20.0.0", prefix: "16", vpc: "vpc0", bouncers: 1, status: "Init" } },
  ];
  return [...droplets, ...(settings.defaults ? defaults : [])].map((create) => ({ create, unlessThere: true }));
}
