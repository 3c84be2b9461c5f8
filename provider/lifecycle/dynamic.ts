// The provider that the engine calls for each kind of resource.

import { pathsWith } from "../../resources/field-table";
import { ADOPTION } from "../../resources/inventory";
import { unpacked, withIgnored } from "../../resources/packed";
import { FINDINGS, HEALTH } from "../../resources/summary";
import { arranged } from "./bodies/arrange";
import { hasUnknown, isUnknown, type Properties, sanitize } from "./bodies/json";
import { configSource } from "./config";
import { detailsOf } from "./details";
import type {
  CheckFailure,
  ConfigSource,
  ConfigureRequest,
  Context,
  Difference,
  DiffResult,
  DynamicProvider,
  ResourceHandler,
} from "./handler";
import { inputsIn, isPlanned, stateIn, withHidden, withoutHidden, withPackedLists } from "./hidden-properties";
import { PartialFailure } from "./messages/errors";
import { neverThrows } from "./never-throws";
import { keysInClear } from "./preview/clear-keys";
import { wasManaged } from "./preview/managed-names";
import { noteChange, noteNew } from "./preview/run-changes";
import { reporter, urnOf } from "./progress";
import { Run } from "./run";
import { withWireErrors } from "./wire-errors";

/** The engine starts a process for each run, and all kinds share it. */
const RUN_OF_PROCESS = new Run();

/** Surroundings of a provider. */
interface Host {
  /** Lines on the row of a resource. Default: the engine shows them. */
  report?: typeof reporter;
  run?: Run;
  env?: NodeJS.ProcessEnv;
  /** Long lists of components are hidden texts in the state. Default true. */
  packs?: boolean;
}

/** Makes the provider of a kind that the engine calls: it runs the handler, and converts properties and errors for the engine. */
export function dynamicProvider(kind: ResourceHandler, host: Host = {}): DynamicProvider {
  const { report = reporter, run = RUN_OF_PROCESS, env = process.env, packs = true } = host;
  const provider = new KindProvider(kind, { report, run, env, packs });
  return {
    configure: (request) => provider.configure(request),
    check: (olds, news) => provider.check(olds, news),
    diff: (id, olds, news) => provider.diff(id, olds, news),
    create: (inputs) => provider.create(inputs),
    read: (id, props, importer) => provider.read(id, props, importer),
    update: (id, olds, news) => provider.update(id, olds, news),
    delete: (id, props) => provider.delete(id, props),
  };
}

/** Properties that a check compares. */
interface Checked {
  /** Inputs of the program, as the engine sent them. */
  readonly news: Properties;
  /** Its inputs without hidden ones. */
  readonly inputs: Properties;
  /** Inputs in the state. */
  readonly before: Properties;
  readonly isNew: boolean;
}

/** The engine's calls for the resources of one kind, in the order in which it makes them. */
class KindProvider {
  private config: ConfigSource;

  /** By URN, inputs of components with values that are unknown at preview. The checked inputs lack packed lists with such values. */
  private readonly partlyKnown = new Map<string, Properties>();

  constructor(
    private readonly kind: ResourceHandler,
    private readonly host: Required<Host>,
  ) {
    this.config = configSource(kind.namespace, undefined, host.env);
  }

  /** Stores the configuration before anything is awaited: the host publishes the provider before `configure` has ended. */
  configure(request: ConfigureRequest): Promise<void> {
    this.config = configSource(this.kind.namespace, request, this.host.env);
    return Promise.resolve();
  }

  async check(olds: Properties, news: Properties): Promise<{ inputs: Properties; failures: CheckFailure[] }> {
    const declared = unpacked(isPlanned(news) ? withIgnored(news, olds, pathsWith(this.kind.fields ?? {}, "packed")) : news);
    const inputs = withoutHidden(declared);
    // `pulumi import` checks properties with nothing but the code in them: the refresh after it fills the rest.
    if (Object.keys(inputs).length === 0) return { inputs: news, failures: [] };
    const checked = { news, inputs, before: inputsIn(olds), isNew: Object.keys(olds ?? {}).length === 0 };
    this.registerParts(checked);
    const failures = await this.failuresOf(checked);
    const completed = { ...declared, ...this.completed(checked, failures) };
    const { [FINDINGS]: _findings, [HEALTH]: _health, [ADOPTION]: _adoption, ...accepted } = completed;
    this.notePartlyKnown(news, accepted);
    return { inputs: this.packed(accepted), failures };
  }

  async diff(id: string, olds: Properties, news: Properties): Promise<DiffResult> {
    const { kind, host } = this;
    host.run.nonces.note(kind.namespace, news, olds);
    const [before, after] = [stateIn(olds), inputsIn(this.partlyKnown.get(urnOf(news)) ?? news)];
    const difference = this.differenceOf(id, before, after, news);
    const isReplaced = difference.replaces.length > 0;
    host.run.compared(urnOf(olds), urnOf(news), isReplaced ? undefined : this.objectsOf(id, before, after));
    noteChange(kind, urnOf(news), before, news, difference);
    return {
      changes: difference.changes.length > 0 || isReplaced || lacksCode(olds, news),
      replaces: difference.replaces,
      // Names are unique on every target: the successor cannot exist beside its predecessor.
      deleteBeforeReplace: isReplaced,
      details: () => neverThrows(() => detailsOf(kind, difference, before, after), []),
    };
  }

  create(inputs: Properties): Promise<{ id: string; outs: Properties }> {
    return this.withWireErrors(inputs, async () => {
      const { id, outs } = await this.notingPartialFailure(inputs, () => this.kind.create(this.contextOf(inputs), inputsIn(inputs)));
      this.noteWritten(inputs, id, outs);
      return { id, outs: this.stored(outs, inputs) };
    });
  }

  read(id: string, props: Properties, importer?: string): Promise<{ id: string; props?: Properties; inputs?: Properties }> {
    return this.withWireErrors(props, async () => {
      const live = await this.kind.read({ ...this.contextOf(props), importer }, id, stateIn(props));
      if (!live) return { id: "" };
      // A program that reads a resource by its id declares no input of it.
      const isReadById = Object.keys(inputsIn(props)).length === 0;
      if (isReadById) this.host.run.read(urnOf(props), this.objectsOf(id, live.outs));
      return { id, props: this.stored(live.outs, props), inputs: this.stored(live.inputs, props) };
    });
  }

  update(id: string, olds: Properties, news: Properties): Promise<{ outs: Properties }> {
    return this.withWireErrors(news, async () => {
      const outs = await this.notingPartialFailure(news, () => this.kind.update(this.contextOf(news), id, stateIn(olds), inputsIn(news)));
      this.noteWritten(news, id, outs);
      return { outs: this.stored(outs, news) };
    });
  }

  delete(id: string, props: Properties): Promise<void> {
    return this.withWireErrors(props, () => this.kind.delete(this.contextOf(props, true), id, stateIn(props)));
  }

  /** Registers the parts that the resource declares, so that no other resource of the run deletes them. */
  private registerParts({ news, inputs }: Checked): void {
    this.host.run.checked(
      urnOf(news),
      neverThrows(() => this.kind.parts?.(inputs) ?? [], []),
    );
  }

  /** Checks the inputs: first those that ask no server, and the server only where these pass. */
  private async failuresOf({ news, inputs, before, isNew }: Checked): Promise<CheckFailure[]> {
    const { kind } = this;
    const { notice } = this.host.report(news);
    const failures = [...neverThrows(() => kind.check?.(before, inputs, notice) ?? [], []), ...keysInClear(kind.fields ?? {}, inputs)];
    if (kind.checkBodies) failures.push(...(await kind.checkBodies(inputs, isPlanned(news)).catch(() => [])));
    if (isNew && isPlanned(news)) noteNew(news);
    if (failures.length > 0 || !kind.inspect) return failures;
    return kind.inspect(this.contextOf(news), isNew ? undefined : before, inputs).catch(() => []);
  }

  /** Inputs that the check adds or arranges: sets in the order of the state, and without failures those that the last inputs decide. */
  private completed({ inputs, before }: Checked, failures: readonly CheckFailure[]): Properties {
    const { kind } = this;
    const added = failures.length > 0 ? {} : neverThrows(() => kind.complete?.(before, inputs) ?? {}, {});
    const inOrder = neverThrows(() => inOrderOf(kind, before, inputs), {});
    return { ...inOrder, ...sanitize(added) };
  }

  private notePartlyKnown(news: Properties, accepted: Properties): void {
    if (isPlanned(news) && hasUnknown(sanitize(accepted))) this.partlyKnown.set(urnOf(news), accepted);
    else this.partlyKnown.delete(urnOf(news));
  }

  /** The difference of two states. A resource is also replaced when the engine replaces the one that contains it, which it shows as an unknown `__within`. */
  private differenceOf(id: string, before: Properties, after: Properties, news: Properties): Difference {
    const { changes, replaces } = neverThrows(() => this.kind.diff(id, before, after), { changes: ["?"], replaces: [] });
    return { changes, replaces: [...replaces, ...(isUnknown(news.__within) ? ["__within"] : [])] };
  }

  private noteWritten(news: Properties, id: string, outs: Properties): void {
    const { run } = this.host;
    run.written(urnOf(news), this.objectsOf(id, outs));
    run.nonces.note(this.kind.namespace, news, outs);
  }

  /** Runs a write. After a partial failure the objects in the state belong to the resource as after a success. */
  private async notingPartialFailure<T>(news: Properties, write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (thrown) {
      if (thrown instanceof PartialFailure) this.host.run.written(urnOf(news), this.objectsOf(thrown.id, thrown.outs));
      throw thrown;
    }
  }

  private contextOf(properties: Properties, isDeleted = false): Context {
    const { run, report } = this.host;
    const { namespace } = this.kind;
    return {
      config: this.config,
      project: urnOf(properties).split("::")[1],
      ...report(properties),
      ...run.others(urnOf(properties), isDeleted),
      nonce: (owner) => run.nonces.of(namespace, properties, owner),
      wasOwnedBefore: (owner, name) => wasManaged(namespace, owner, name),
      preflight: properties.__preflight !== false,
      wrote: run.wrote,
    };
  }

  private objectsOf(id: string, outs: Properties, inputs = outs): string[] {
    return neverThrows(() => this.kind.objects?.(id, outs, inputs) ?? [], []);
  }

  private packed<P extends Properties>(properties: P): P {
    return this.host.packs ? withPackedLists(this.kind, properties) : properties;
  }

  /** Results as the engine stores them. */
  private stored(outs: Properties, properties: Properties): Properties {
    return this.packed(withHidden(outs, properties));
  }

  private withWireErrors<T>(properties: Properties, work: () => Promise<T>): Promise<T> {
    return withWireErrors(properties, (outs) => this.stored(outs, properties), work);
  }
}

/** True for the state of a resource of the plugin that is a dynamic one by now: an update without a write adds the code of its provider. */
function lacksCode(olds: Properties, news: Properties): boolean {
  return news.__provider !== undefined && olds.__provider === undefined;
}

/** Inputs whose sets have the order of the state. */
function inOrderOf(kind: ResourceHandler, olds: Properties, news: Properties): Properties {
  const entries = Object.entries(news).map(([input, value]) => {
    const shape = value === undefined ? undefined : kind.shapeOf?.(input);
    return [input, shape && value !== undefined ? arranged(shape, olds[input], value) : value] as const;
  });
  return Object.fromEntries(entries);
}
