// Types of resources, dynamic and of the plugin.

/** Type of a dynamic resource, before the type of its kind. */
export const DYNAMIC = "pulumi-nodejs:dynamic/k8s-lb-";

/** Type of a resource of the plugin, before the type of its kind. Components of both have it, too. */
export const NATIVE = "k8s-lb:";

/** Package of the plugin in the engine, and the prefix of its tokens. */
export const PACKAGE = "k8s-lb";

/** The type of a kind, `avi:Pool`, in the type of a resource in a state or a URN; any other type as it is. */
export function kindTypeIn(type: string): string {
  const prefix = [DYNAMIC, NATIVE].find((candidate) => type.startsWith(candidate)) ?? "";
  return type.slice(prefix.length);
}

/** Type of the provider resources of the plugin. */
export const NATIVE_PROVIDER = `pulumi:providers:${PACKAGE}`;

/** Types of provider resources in a state: hosts of dynamic resources, and the plugin. */
const PROVIDERS: readonly string[] = ["pulumi:providers:pulumi-nodejs", NATIVE_PROVIDER];

/** True for the type of a provider resource that may have a connection of ours. */
export const isProvider = (type: unknown): boolean => PROVIDERS.includes(String(type));

/** True for the type of a resource that has {@link NATIVE} before its kind. */
export const isNative = (type: string): boolean => type.startsWith(NATIVE);
