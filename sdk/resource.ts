// The base class of all resources.

import * as pulumi from "@pulumi/pulumi";
import { LbError } from "../resources/diagnostic";
import { hideInputs } from "../resources/hidden";
import { IDENTITY, identityText } from "../resources/identity";
import { INVENTORY_HIDDEN, type InventoryInputs } from "../resources/inventory";
import type { Adopt, Kind, Outputs } from "../resources/kind";
import { providerText } from "../resources/provider-text";
import { DYNAMIC, NATIVE, PACKAGE } from "../resources/resource-type";
import { withSecrets } from "../resources/secret-fields";
import { connectionOfStack } from "./connection-of-stack";
import { unknownOnFailure } from "./continue-on-error";
import { nativeAliases } from "./dynamic-alias";
import { nativeVersion } from "./native";
import { ensureProviderResolves } from "./resolve-provider";

/** Options of our resources; `import` is for those of the native plugin (`useNativePlugin()`). */
export type LbResourceOptions = pulumi.CustomResourceOptions;

/**
 * Inputs of a kind as programs give them: any value, however deep, may be an output. Fields that a schema lets pass without naming
 * them are left out.
 */
export type ArgsOf<I> = {
  [F in keyof I as string extends F ? never : F extends "owner" ? never : F]: DeepInput<I[F]>;
} & (I extends {
  owner?: string;
}
  ? Owned
  : unknown);

interface Owned {
  /**
   * The mark that the objects carry on the server; one of the form `pulumi-k8s-lb:<project>/<stack>/...` is found by `k8s-lb orphans`.
   *
   * @default `pulumi-k8s-lb:<project>/<stack>`
   */
  owner?: pulumi.Input<string>;
}

/** A value of which every part, however deep, may be an output. */
export type DeepInput<T> = pulumi.Input<
  T extends readonly (infer E)[] ? DeepInput<E>[] : T extends object ? { [F in keyof T]: DeepInput<T[F]> } : T
>;

/**
 * Base of all resources. The code that runs them is in the state as one constant line per kind; credentials come from the
 * provider or the environment and never from here.
 */
export abstract class LbResource extends pulumi.CustomResource {
  /**
   * @internal
   * @param kind its secret fields are secrets in the state, also when the program forgot to say so
   * @param outputs other outputs than those of the kind, where its values are hidden
   */
  protected constructor(kind: Kind, name: string, args: object, opts: LbResourceOptions = {}, outputs: Outputs = kind.outputs) {
    const plugin = nativeVersion();
    if (plugin === undefined) ensureProviderResolves();
    if (plugin === undefined && opts.import !== undefined) throw new pulumi.RunError(notImported(name));
    const dynamic = `${DYNAMIC}${kind.type}`;
    const type = plugin === undefined ? dynamic : `${NATIVE}${kind.type}`;
    const { answers: inputs = [] } = kind;
    const answered = [...Object.keys(outputs), ...(opts.id === undefined ? [] : inputs)];
    const declared = Object.fromEntries(answered.map((output) => [output, undefined]));
    // a resource that is read by its id is as the server has it
    const { __specs: specs, ...inputValues }: { owner?: unknown; __specs?: unknown } = withSecrets(kind, args, pulumi.secret, isOpaque);
    const { owner = programMark() } = inputValues;
    const marked = opts.id === undefined && kind.object ? { owner } : {};
    const hiddenInputs = plugin === undefined ? codeAndIdentity(kind, urnOf(name, type, opts.parent), specs) : wordsOf(specs);
    const props = { ...declared, ...inputValues, ...marked, ...hiddenInputs };
    // Names are unique on every target. `pulumi up --replace` and `pulumi state taint` do not ask the provider: it would find the old object by
    // its owner mark and return it as the new one, and the deletion that follows would delete it.
    const chosen = plugin === undefined ? goingBack(kind, opts) : ofPlugin(plugin, dynamic, opts);
    super(type, name, props, { ...opts, ...chosen, deleteBeforeReplace: true });
    withDefaults(this, outputs);
    for (const input of inputs) if (!(input in this)) withoutValue(this, input);
  }
}

const notImported = (name: string) =>
  new LbError({
    code: "LB1123",
    message: `the option \`import\` of ${name} needs the native plugin: the engine takes a dynamic resource by \`pulumi import\` alone`,
    remedy:
      "Call useNativePlugin() at the top of the program, or set K8S_LB_NATIVE=1; to read an existing resource by its ID you need neither.",
  }).message;

/** Hidden inputs of a dynamic resource: its code, and the URN that the host does not tell it. */
const codeAndIdentity = (kind: Kind, urn: Promise<string>, specs: unknown) => ({
  __provider: providerText(kind.type),
  [IDENTITY]: urn.then((text) => identityText(text, specs)),
});

/** Hidden inputs of a resource of the plugin, which gets its URN from the engine. */
const wordsOf = (specs: unknown) => (specs === undefined ? {} : { [IDENTITY]: identityText("", specs) });

/** Options of a dynamic resource that may follow one of the plugin. */
function goingBack({ type }: Kind, opts: LbResourceOptions): pulumi.CustomResourceOptions {
  const aliases = opts.id === undefined ? nativeAliases(type, opts.parent) : [];
  return aliases.length === 0 ? {} : { aliases: [...(opts.aliases ?? []), ...aliases] };
}

/** Options of a resource of the plugin; a stack of dynamic resources continues with it by an alias. */
function ofPlugin(version: string, dynamic: string, opts: LbResourceOptions): pulumi.CustomResourceOptions {
  const aliases = [...(opts.aliases ?? []), { type: dynamic }];
  const provider = opts.provider ?? opts.parent?.getProvider(dynamic.replace(DYNAMIC, NATIVE)) ?? connectionOfStack();
  return { version, aliases, ...(provider ? { provider } : {}) };
}

/** An input that the program leaves out: an output without a value, made when it is asked for, because each property costs at registration. */
function withoutValue(resource: object, input: string): void {
  Object.defineProperty(resource, input, { get: () => pulumi.output(undefined), enumerable: true, configurable: true });
}

/** Adds the defaults of `outputs`, because mocks answer with inputs alone. An output costs four promises, so it is created on first use. */
function withDefaults(resource: object, outputs: Outputs): void {
  for (const [name, otherwise] of Object.entries(outputs)) {
    const output: pulumi.Output<unknown> = Reflect.get(resource, name);
    let filled: pulumi.Output<unknown> | undefined;
    const get = () => {
      filled ??= unknownOnFailure(output).apply((value) => value ?? otherwise);
      return filled;
    };
    Object.defineProperty(resource, name, { get, enumerable: true, configurable: true });
  }
}

/** The mark of whatever belongs to this program. */
export function programMark(): string {
  return `pulumi-k8s-lb:${pulumi.getProject()}/${pulumi.getStack()}`;
}

/** The arguments of a resource that is read by its id and managed elsewhere. */
export function undeclared<Arguments extends object>(): Arguments {
  return {} as Arguments;
}

/**
 * The URN of a resource: a dynamic provider does not get it, and progress must show on the row of the resource. diff ignores it. It is a
 * promise, not an output, because an output would wait for the parent, and the parent for its children.
 */
function urnOf(name: string, type: string, parent: pulumi.Resource | undefined): Promise<string> {
  if (!parent) return resolved(pulumi.createUrn(name, type));
  // the SDK makes a dozen outputs for each URN; below one component URNs differ in the name alone
  const prefixesByType = prefixes.get(parent) ?? new Map<string, Promise<string>>();
  prefixes.set(parent, prefixesByType);
  const prefix = prefixesByType.get(type) ?? resolved(pulumi.createUrn("", type, parent));
  prefixesByType.set(type, prefix);
  return prefix.then((urn) => `${urn}${name}`);
}

/** The URN of a resource as a promise: to depend on the output of the own parent would be to wait for oneself. */
export const urnTextOf = ({ urn }: pulumi.Resource): Promise<string> => resolved(urn);

/** URNs without a name, by parent and type. */
const prefixes = new WeakMap<pulumi.Resource, Map<string, Promise<string>>>();

function resolved(urn: pulumi.Output<string>): Promise<string> {
  return new Promise((resolve) => {
    urn.apply(resolve);
  });
}

const isOpaque = (value: unknown): boolean => pulumi.Output.isInstance(value) || value instanceof Promise;

/** A setting as programs give it; the provider holds it as text, an object as JSON. */
type Setting = string | number | boolean | { readonly [key: string]: string };

const settingText = (setting: Setting): string => (typeof setting === "object" ? JSON.stringify(setting) : String(setting));

/** Settings of an explicit connection, and those of them that are secrets. */
interface Connection {
  /** The configuration namespace of a key: `avi` for `avi:controller`. */
  namespaceOf(key: string): string;
  secrets: ReadonlySet<string>;
}

/** Base class of the explicit connections of all targets: each setting is a property under the name of its configuration key. */
export abstract class ExplicitProvider extends pulumi.ProviderResource {
  /** @internal */
  protected constructor(name: string, args: object, { namespaceOf, secrets }: Connection, opts?: pulumi.ResourceOptions) {
    const settings = Object.entries(args).filter((entry): entry is [string, pulumi.Input<Setting>] => entry[1] !== undefined);
    const props = settings.map(([key, value]) => {
      const text: pulumi.Output<string> = pulumi.output<Setting>(value).apply(settingText);
      return [`${namespaceOf(key)}:${key}`, secrets.has(key) ? pulumi.secret(text) : text] as const;
    });
    super(nativeVersion() === undefined ? "pulumi-nodejs" : PACKAGE, name, Object.fromEntries(props), opts);
  }
}

const unlessEmpty = (maps: { readonly [input: string]: object }) =>
  Object.fromEntries(Object.entries(maps).filter(([, map]) => Object.keys(map).length > 0));

/** The hidden input of a resource whose component asks for no look at the server before the first write. */
export const withoutListing = (preflight: boolean | undefined): { __preflight?: false } =>
  preflight === false ? { __preflight: false } : {};

/** Inputs of an inventory. */
export interface InventoryArgs extends ArgsOf<InventoryInputs> {}

/**
 * Inputs of the inventory of a component, with only those flags that are set.
 *
 * @param components the names of all components of the program on this target; undefined where they are not known
 */
export function inventoryArgs(
  inventory: Omit<InventoryInputs, "adopt" | "allowMassDelete" | "allowLoss" | "preflight"> & { owner: string },
  {
    adopt,
    allowMassDelete,
    allowLoss = [],
    preflight,
  }: { adopt?: Adopt; allowMassDelete?: boolean; allowLoss?: readonly string[]; preflight?: boolean },
  components: readonly string[] | undefined,
): InventoryArgs {
  const { tenant, missing = {}, keeps = {}, asks = {}, faults = {}, ...rest } = inventory;
  const inputs = {
    ...hideInputs({ ...rest, ...unlessEmpty({ missing, keeps, asks, faults }) }, INVENTORY_HIDDEN),
    ...(tenant ? { tenant } : {}),
    ...(adopt ? { adopt } : {}),
    ...(allowMassDelete ? { allowMassDelete: true } : {}),
    ...(allowLoss.length > 0 ? { allowLoss } : {}),
    ...(preflight === false ? { preflight } : {}),
    ...(components ? { __components: components } : {}),
  };
  // the properties of hidden inputs are no part of what programs see
  return inputs as unknown as InventoryArgs;
}
