import { pathsWith } from "../../resources/field-table";
import { IDENTITY, identityIn, identityTextIn } from "../../resources/identity";
import { ADOPTION } from "../../resources/inventory";
import type { Json } from "../../resources/kind";
import { packed, unpacked, withIgnored } from "../../resources/packed";
import { packedPaths } from "../../resources/secret-fields";
import { FINDINGS, HEALTH } from "../../resources/summary";
import { arranged } from "./bodies/arrange";
import { hasUnknown, isUnknown, type Properties, sanitize, UNKNOWN } from "./bodies/json";
import { configSource } from "./config";
import { detailsOf } from "./details";
import type { ConfigSource, Context, DynamicProvider, ResourceHandler } from "./handler";
import { keysInClear } from "./preview/clear-keys";
import { wasManaged } from "./preview/managed-names";
import { noteChange, noteNew } from "./preview/run-changes";
import { reporter, urnOf } from "./progress";
import { Run } from "./run";
import { PartialFailure, toPartialWireError, toWireError } from "./words/errors";
import { originIn } from "./words/origin";

/** Keys that are the machinery's: never declared by a user, never compared. */
const HIDDEN = ["__provider", IDENTITY, "__urn", "__specs", "__within", "__component", "__preflight"];

/**
 * Input that a program sets for one run and no later run may know: a destroy that found it would delete an object that somebody else owns
 * by then. It is in the inputs of that run, never in the remembered state, except in states of the first release.
 */
const DEED = "adopt";

/** The engine starts a process for each run, and all kinds share it. */
const HERE = new Run();

/** Surroundings of a provider. */
interface Host {
  /** Lines on the row of a resource. Default: the engine shows them. */
  report?: typeof reporter;
  run?: Run;
  env?: NodeJS.ProcessEnv;
  /** Long lists of components are hidden texts in the state. Default true. */
  packs?: boolean;
}

/** A kind as the host runs it: errors in the right form, partial state kept, outputs clean. */
export function dynamicProvider(kind: ResourceHandler, host: Host = {}): DynamicProvider {
  const { report = reporter, run = HERE, env = process.env, packs = true } = host;
  let config: ConfigSource = configSource(kind.namespace, undefined, env);
  const fields = kind.fields ?? {};
  const long = pathsWith(fields, "packed");
  const context = (properties: Properties, goes = false): Context => ({
    config,
    project: urnOf(properties).split("::")[1],
    ...report(properties),
    ...run.others(urnOf(properties), goes),
    nonce: (owner) => run.nonces.of(kind.namespace, properties, owner),
    managed: (owner, name) => wasManaged(kind.namespace, owner, name),
    preflight: properties.__preflight !== false,
    wrote: run.wrote,
  });
  /** By URN: inputs of components with values that a preview does not know. What check answers has less of them: packed lists are not in it. */
  const partlyKnown = new Map<string, Properties>();
  /** Lists of a component's resource packed. */
  const short = <P extends Properties>(properties: P): P =>
    packs && isPlanned(properties)
      ? packed(properties, packedPaths({ fields }, properties), (list) => (hasUnknown(list as Json[]) ? UNKNOWN : undefined))
      : properties;
  /** Adds the hidden inputs to the outputs, because `read` and `delete` get nothing else; the host puts `__provider` back. */
  const withHidden = (outs: Properties, properties: Properties): Properties =>
    short(sanitize({ ...remembered(outs), [IDENTITY]: identityTextIn(properties), __within: properties.__within }));
  const objectsOf = (id: string, outs: Properties, inputs = outs) => total(() => kind.objects?.(id, outs, inputs) ?? [], []);
  /** A write that fails halfway leaves objects in the state, which are as much the resource's as those of one that ends well. */
  async function leaving<T>(news: Properties, write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (thrown) {
      if (thrown instanceof PartialFailure) run.written(urnOf(news), objectsOf(thrown.id, thrown.outs));
      throw thrown;
    }
  }

  return {
    // Stored before anything is awaited: the host publishes the provider before `configure` has ended.
    configure(request) {
      config = configSource(kind.namespace, request, env);
      return Promise.resolve();
    },

    async check(olds, news) {
      const declared = unpacked(isPlanned(news) ? withIgnored(news, olds, long) : news);
      const inputs = withoutHidden(declared);
      // `pulumi import` checks properties with nothing but the code in them: the refresh after it fills the rest.
      if (Object.keys(inputs).length === 0) return { inputs: news, failures: [] };
      const before = visible(olds);
      run.checked(
        urnOf(news),
        total(() => kind.parts?.(inputs) ?? [], []),
      );
      const failures = total(() => kind.check?.(before, inputs, report(news).notice) ?? [], []);
      failures.push(...keysInClear(fields, inputs));
      if (kind.checkBodies) failures.push(...(await kind.checkBodies(inputs, isPlanned(news)).catch(() => [])));
      const isNew = Object.keys(olds ?? {}).length === 0;
      if (isNew && isPlanned(news)) noteNew(news);
      if (failures.length === 0 && kind.inspect) {
        const known = isNew ? undefined : before;
        failures.push(...(await kind.inspect(context(news), known, inputs).catch(() => [])));
      }
      const more = failures.length > 0 ? {} : total(() => kind.complete?.(before, inputs) ?? {}, {});
      const inOrder = total(() => inOrderOf(kind, before, inputs), {});
      const { [FINDINGS]: _findings, [HEALTH]: _health, [ADOPTION]: _adoption, ...whole } = { ...declared, ...inOrder, ...sanitize(more) };
      if (isPlanned(news) && hasUnknown(sanitize(whole))) partlyKnown.set(urnOf(news), whole);
      else partlyKnown.delete(urnOf(news));
      return { inputs: short(whole), failures };
    },

    async diff(id, olds, news) {
      run.nonces.note(kind.namespace, news, olds);
      const [before, after] = [remembered(olds), visible(partlyKnown.get(urnOf(news)) ?? news)];
      const found = total(() => kind.diff(id, before, after), { changes: ["?"], replaces: [] });
      // The engine asks so when what the object is in has to go: it can only go after the object.
      const replaces = [...found.replaces, ...(isUnknown(news.__within) ? ["__within"] : [])];
      run.compared(urnOf(olds), urnOf(news), replaces.length > 0 ? undefined : objectsOf(id, before, after));
      noteChange(kind, urnOf(news), before, news, { ...found, replaces });
      return {
        // a state of the plugin holds no code: an update, which writes nothing to the server, brings it back
        changes: found.changes.length > 0 || replaces.length > 0 || (news.__provider !== undefined && olds.__provider === undefined),
        replaces,
        // Names are unique on every target: the successor cannot exist beside its predecessor.
        deleteBeforeReplace: replaces.length > 0,
        details: () => total(() => detailsOf(kind, found, before, after), []),
      };
    },

    create: (inputs) =>
      guarded(inputs, withHidden, async () => {
        const made = await leaving(inputs, () => kind.create(context(inputs), visible(inputs)));
        run.written(urnOf(inputs), objectsOf(made.id, made.outs));
        run.nonces.note(kind.namespace, inputs, made.outs);
        return { id: made.id, outs: withHidden(made.outs, inputs) };
      }),

    read: (id, props, importer) =>
      guarded(props, withHidden, async () => {
        const live = await kind.read({ ...context(props), importer }, id, remembered(props));
        if (!live) return { id: "" };
        // A program that reads a resource by its id declares nothing of it.
        if (Object.keys(visible(props)).length === 0) run.read(urnOf(props), objectsOf(id, live.outs));
        return { id, props: withHidden(live.outs, props), inputs: withHidden(live.inputs, props) };
      }),

    update: (id, olds, news) =>
      guarded(news, withHidden, async () => {
        const outs = await leaving(news, () => kind.update(context(news), id, remembered(olds), visible(news)));
        run.written(urnOf(news), objectsOf(id, outs));
        run.nonces.note(kind.namespace, news, outs);
        return { outs: withHidden(outs, news) };
      }),

    delete: (id, props) => guarded(props, withHidden, () => kind.delete(context(props, true), id, remembered(props))),
  };
}

/** True for the inputs that one of our components has planned. */
function isPlanned(properties: Properties): boolean {
  return identityIn(properties).specs !== undefined;
}

/** Inputs whose sets have the order of the state. */
function inOrderOf(kind: ResourceHandler, olds: Properties, news: Properties): Properties {
  const entries = Object.entries(news).map(([input, value]) => {
    const shape = value === undefined ? undefined : kind.shapeOf?.(input);
    return [input, shape && value !== undefined ? arranged(shape, olds[input], value) : value] as const;
  });
  return Object.fromEntries(entries);
}

const visible = (properties: Properties): Properties => withoutHidden(unpacked(properties ?? {}));

function withoutHidden(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([key]) => !HIDDEN.includes(key)));
}

/** Properties of the state, without what only counted in the run that wrote it. */
function remembered(properties: Properties): Properties {
  const { [DEED]: _, ...rest } = visible(properties);
  return rest;
}

/** check and diff run for every resource of every preview: whatever they meet, they answer. */
function total<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

async function guarded<T>(
  properties: Properties,
  hide: (outs: Properties, properties: Properties) => Properties,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const { specs } = originIn(properties);
    if (!(thrown instanceof PartialFailure)) throw toWireError(thrown, specs);
    const outs = hide(thrown.outs, properties);
    const { message } = toWireError(thrown.cause, specs);
    throw toPartialWireError(new PartialFailure(thrown.id, outs, thrown.cause), message, properties.__provider);
  }
}
