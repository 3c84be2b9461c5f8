// Reads our resources from the Pulumi state.

import { kindOf, ownTypeIn } from "../../../resources";
import { type Connection, connectionIn, pluginConnection, STACK_CONNECTION } from "../../../resources/connection";
import { withUrn } from "../../../resources/identity";
import type { ResourceInputs } from "../../../resources/members";
import { unpacked } from "../../../resources/packed";
import { isNative, isProvider, NATIVE_PROVIDER } from "../../../resources/resource-type";
import { isRecord } from "../../specs";
import type { ResourceInState } from "../../targets";

/** A resource of ours as the state has it, secrets in clear. */
export interface StateResource extends ResourceInState {
  /**
   * Connection of its explicit provider, in the form of a stack. Else that of the stack counts: `plugin` is `k8s-lb:avi.controller` and the like,
   * `both` that and `avi:controller`, undefined `avi:controller` alone.
   */
  connection?: Connection | "plugin" | "both";
}

/** The configuration by which a resource is written. */
export function connectionOf({ connection }: Pick<StateResource, "connection">, config: Connection): Connection {
  if (connection === "plugin") return pluginConnection(config);
  return connection === "both" ? { ...config, ...pluginConnection(config) } : (connection ?? config);
}

/** The kind of a resource of ours, by its type in a state or a run. */
export const kindInState = (type: string) => kindOf(ownTypeIn(type) ?? type);

/** The resources of ours in what `pulumi stack export --show-secrets` gives. What is being deleted is none any more. */
export function resourcesIn(deployment: unknown): StateResource[] {
  const all = isRecord(deployment) && Array.isArray(deployment.resources) ? deployment.resources.filter(isRecord) : [];
  const providers = new Map(all.filter(({ type }) => isProvider(type)).map((one) => [`${one.urn}::${one.id}`, one]));
  return all.flatMap((resource): StateResource[] => {
    const { type, urn, id, inputs, outputs, provider, delete: deleted } = resource;
    if (typeof type !== "string" || typeof urn !== "string" || typeof id !== "string" || deleted) return [];
    const ownType = ownTypeIn(type);
    if (ownType === undefined) return [];
    const connection = connectionBy(providers.get(String(provider)));
    const propertiesIn = (properties: unknown) => (isNative(type) ? withUrn(urn, propertiesOf(properties)) : propertiesOf(properties));
    return [
      {
        type: ownType,
        name: urn.slice(urn.lastIndexOf("::") + 2),
        id,
        inputs: propertiesIn(inputs),
        outputs: propertiesIn(outputs),
        ...(connection === undefined ? {} : { connection }),
      },
    ];
  });
}

/** The connection of a provider resource; see {@link StateResource.connection}. */
function connectionBy(provider: { readonly [property: string]: unknown } | undefined): StateResource["connection"] {
  if (!provider) return undefined;
  const [type, name] = [String(provider.type), String(provider.urn).split("::").at(-1) ?? ""];
  // what the stack configures now counts, and not what it configured when the last run wrote the state
  if (/^default(_.*)?$/.test(name)) return type === NATIVE_PROVIDER ? "plugin" : undefined;
  if (type === NATIVE_PROVIDER && name === STACK_CONNECTION) return "both";
  return connectionIn(propertiesOf(provider.inputs));
}

function propertiesOf(value: unknown): ResourceInputs {
  const clear = unpacked(inClear(value));
  return isRecord(clear) ? clear : {};
}

/** The engine's mark of a value that has another form, and of those the one for secrets. */
const SPECIAL = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";

/** True if the value is a secret, in clear or not. */
export const isSecret = (value: unknown): boolean => isRecord(value) && value[SPECIAL] === SECRET;

function inClear(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inClear);
  if (!isRecord(value)) return value;
  if (isSecret(value) && typeof value.plaintext === "string") return inClear(JSON.parse(value.plaintext));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inClear(inner)]));
}
