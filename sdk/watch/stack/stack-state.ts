import { kindOf } from "../../../kinds";
import type { ResourceInputs } from "../../../kinds/members";
import { unpacked } from "../../../kinds/packed";
import { isRecord } from "../../specs";
import type { ResourceInState } from "../../targets";

/** A resource of ours as the state has it, secrets in clear. */
export interface StateResource extends ResourceInState {
  /** Configuration of its explicit provider; undefined where that of the stack counts. */
  connection?: { readonly [key: string]: string };
}

/** Of the types of our resources in a state. */
export const PREFIX = "pulumi-nodejs:dynamic/k8s-lb-";

/** The kind of a resource of ours, by its type in a state or a run. */
export const kindInState = (type: string) => kindOf(type.startsWith(PREFIX) ? type.slice(PREFIX.length) : type);

/** The resources of ours in what `pulumi stack export --show-secrets` gives. What is being deleted is none any more. */
export function resourcesIn(deployment: unknown): StateResource[] {
  const all = isRecord(deployment) && Array.isArray(deployment.resources) ? deployment.resources.filter(isRecord) : [];
  const providers = new Map(
    all.filter(({ type }) => type === "pulumi:providers:pulumi-nodejs").map((one) => [`${one.urn}::${one.id}`, one]),
  );
  return all.flatMap((resource): StateResource[] => {
    const { type, urn, id, inputs, outputs, provider, delete: deleted } = resource;
    if (typeof type !== "string" || !type.startsWith(PREFIX) || typeof urn !== "string" || typeof id !== "string" || deleted) return [];
    const explicit = providers.get(String(provider));
    return [
      {
        type: type.slice(PREFIX.length),
        name: urn.slice(urn.lastIndexOf("::") + 2),
        id,
        inputs: propertiesOf(inputs),
        outputs: propertiesOf(outputs),
        ...(explicit && !isDefault(String(explicit.urn)) ? { connection: textsIn(propertiesOf(explicit.inputs)) } : {}),
      },
    ];
  });
}

const isDefault = (urn: string) => /::default(_[^:]*)?$/.test(urn);

const textsIn = (properties: ResourceInputs) =>
  Object.fromEntries(Object.entries(properties).flatMap(([key, value]) => (typeof value === "string" ? [[key, value]] : [])));

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
