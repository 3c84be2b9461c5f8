import { configSource } from "./config";
import { PartialFailure, toPartialWireError, toWireError } from "./errors";
import type { ConfigSource, Context, DynamicProvider, ResourceHandler } from "./handler";
import { isUnknown, type Properties, sanitize } from "./json";
import { originIn } from "./origin";
import { reporter, urnOf } from "./progress";

/** Keys that are the machinery's: never declared by a user, never compared. */
const HIDDEN = ["__provider", "__urn", "__specs", "__within"];

/**
 * What a program says for one run and no later one may know: a destroy that found it would take what somebody else owns by then. It
 * stands in the inputs of that run, never in what is remembered; states of the first release have it there.
 */
const DEED = "adopt";

/** A program has declared something in this process: then what is deleted is not all there is. */
let declared = false;

/** A component of ours is the parent: it says of each of its resources on which others they depend. */
const OF_COMPONENT = /\bk8s-lb:\w+:\w+\$pulumi-nodejs:dynamic\//;

/**
 * A kind as the host runs it: errors in the right form, partial state kept, outputs clean.
 *
 * @param report where lines on the row of a resource go
 */
export function dynamicProvider(kind: ResourceHandler, report: typeof reporter = reporter): DynamicProvider {
  let config: ConfigSource = configSource(kind.namespace, undefined);
  const context = (properties: Properties): Context => ({
    config,
    ...report(properties),
    destroying: !declared && OF_COMPONENT.test(urnOf(properties)),
    elsewhere: (part) => isDeclaredElsewhere(urnOf(properties), part),
    heir: (start) => heirOf(urnOf(properties), start),
  });

  return {
    // Stored before anything is awaited: the host publishes the provider before `configure` has ended.
    configure(request) {
      config = configSource(kind.namespace, request);
      return Promise.resolve();
    },

    async check(olds, news) {
      declared = true;
      const inputs = visible(news);
      // `pulumi import` checks properties with nothing but the code in them: the refresh after it fills the rest.
      if (Object.keys(inputs).length === 0) return { inputs: news, failures: [] };
      const before = visible(olds);
      declare(
        urnOf(news),
        total(() => kind.parts?.(inputs) ?? [], []),
      );
      const failures = total(() => kind.check?.(before, inputs, report(news).notice) ?? [], []);
      if (kind.checkBodies && !isPlanned(news)) failures.push(...(await kind.checkBodies(inputs).catch(() => [])));
      if (failures.length === 0 && kind.inspect) {
        const known = Object.keys(olds ?? {}).length > 0 ? before : undefined;
        failures.push(...(await kind.inspect(context(news), known, inputs).catch(() => [])));
      }
      const more = failures.length > 0 ? {} : total(() => kind.complete?.(before, inputs) ?? {}, {});
      return { inputs: { ...news, ...sanitize(more) }, failures };
    },

    async diff(id, olds, news) {
      rename(urnOf(olds), urnOf(news));
      const found = total(() => kind.diff(id, remembered(olds), visible(news)), { changes: ["?"], replaces: [] });
      // The engine asks so when what the object is in has to go: it can only go after the object.
      const replaces = [...found.replaces, ...(isUnknown(news.__within) ? ["__within"] : [])];
      return {
        changes: found.changes.length > 0 || replaces.length > 0,
        replaces,
        // Names are unique on every target: the successor cannot exist beside its predecessor.
        deleteBeforeReplace: replaces.length > 0,
      };
    },

    create: (inputs) =>
      guarded(inputs, async () => {
        const made = await kind.create(context(inputs), visible(inputs));
        return { id: made.id, outs: withHidden(made.outs, inputs) };
      }),

    read: (id, props) =>
      guarded(props, async () => {
        const live = await kind.read(context(props), id, remembered(props));
        if (!live) return { id: "" };
        return { id, props: withHidden(live.outs, props), inputs: withHidden(live.inputs, props) };
      }),

    update: (id, olds, news) =>
      guarded(news, async () => ({ outs: withHidden(await kind.update(context(news), id, remembered(olds), visible(news)), news) })),

    delete: (id, props) => guarded(props, () => kind.delete(context(props), id, remembered(props))),
  };
}

/** True for the inputs that one of our components has planned. */
function isPlanned({ __specs }: Properties): boolean {
  return __specs !== undefined;
}

function visible(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties ?? {}).filter(([key]) => !HIDDEN.includes(key)));
}

/** Properties of the state, without what only counted in the run that wrote it. */
function remembered(properties: Properties): Properties {
  const { [DEED]: _, ...rest } = visible(properties);
  return rest;
}

/** What is hidden goes with the outputs because `read` and `delete` get nothing else; `__provider` is put back by the host. */
function withHidden(outs: Properties, { __urn, __specs, __within }: Properties): Properties {
  return sanitize({ ...remembered(outs), __urn, __specs, __within });
}

/** check and diff run for every resource of every preview: whatever they meet, they answer. */
function total<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

async function guarded<T>(properties: Properties, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const { specs } = originIn(properties);
    if (!(thrown instanceof PartialFailure)) throw toWireError(thrown, specs);
    const outs = withHidden(thrown.outs, properties);
    const { message } = toWireError(thrown.cause, specs);
    throw toPartialWireError(new PartialFailure(thrown.id, outs, thrown.cause), message, properties.__provider);
  }
}

/**
 * What the program of this run declares, and which resources do. The engine checks every resource that a program registers, and deletes
 * what is registered no more when all of that is done: by then an object of a resource that goes may be part of one that came. A change
 * of the generation of names does that, for example: a certificate that was part of a child becomes a resource of its own.
 */
const declaredBy = new Map<string, Set<string>>();

/** Notes what a resource declares; one without a URN cannot be told from others. */
function declare(urn: string, parts: readonly string[]): void {
  if (urn === "") return;
  for (const part of parts) {
    const urns = declaredBy.get(part) ?? new Set();
    declaredBy.set(part, urns.add(urn));
  }
}

/** The URNs of resources that went by another one when they were last written: an alias alone writes no outputs. */
const renamed = new Map<string, string>();

function rename(before: string, urn: string): void {
  if (before !== "" && before !== urn) renamed.set(before, urn);
}

/** Whether a resource of the program is another one than that of a state. */
const isAnother = (urn: string) => (other: string) => other !== urn && other !== renamed.get(urn);

/** True when another resource of the program declares the part: then it is that one's, and not to be deleted with this one. */
function isDeclaredElsewhere(urn: string, part: string): boolean {
  return urn !== "" && [...(declaredBy.get(part) ?? [])].some(isAnother(urn));
}

/** How a part of another resource goes on that begins so: who is to have something of a resource that goes. */
function heirOf(urn: string, start: string): string | undefined {
  if (urn === "") return undefined;
  const [found] = [...declaredBy].filter(([part, urns]) => part.startsWith(start) && [...urns].some(isAnother(urn)));
  return found?.[0].slice(start.length);
}
