import { UNKNOWN } from "../../../provider/lifecycle/bodies/json";
import { type ObjectStatusInputs, objectStatusId } from "../../../resources/object-status";
import { shownObjects } from "../../../resources/object-statuses";
import type { Props } from "./host";
import { type MizarWorld, pathOf } from "./mizar-world";

/** Part of a Service that statuses are in. */
export interface LiveService {
  metadata: { name: string; annotations?: { [name: string]: string }; managedFields?: { manager: string }[] };
  status: { loadBalancer?: { ingress?: { ip: string }[] } };
}

let counter = 0;

/** Makes Services that nobody has given a status; returns their names. */
export async function services({ api }: Pick<MizarWorld, "api">, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, () => `told-${++counter}`);
  const spec = { type: "LoadBalancer", ports: [{ port: 80 }] };
  for (const name of names) await api("POST", pathOf("Service"), { apiVersion: "v1", kind: "Service", metadata: { name }, spec });
  return names;
}

/** The address of a Service as a program declares it. */
export const addressOf = (name: string, ip: string, more: Partial<ObjectStatusInputs> = {}): ObjectStatusInputs => ({
  ...{ apiVersion: "v1", kind: "Service", namespace: "default", name },
  ...{ status: { loadBalancer: { ingress: [{ ip }] } }, ...more },
});

/** Inputs of a resource with these statuses. */
export const statusesOf = (...entries: readonly ObjectStatusInputs[]): Props =>
  inputsOf(Object.fromEntries(entries.map((entry) => [objectStatusId(entry), JSON.stringify(entry)])));

/** Inputs with these texts, and the words that the check puts beside them. */
export const inputsOf = (texts: { [id: string]: string }): Props => ({
  objects: Object.values(texts).includes(UNKNOWN) ? UNKNOWN : shownObjects(texts),
  __objects: texts,
});

/** The texts of such inputs or outputs. */
export const textsIn = ({ __objects }: Props = {}): { [id: string]: string } => __objects as { [id: string]: string };

/** The Services of these names as the server has them. */
export async function liveServices({ api }: Pick<MizarWorld, "api">, names: readonly string[]): Promise<LiveService[]> {
  const { items } = (await api("GET", pathOf("Service"))) as { items?: LiveService[] };
  return names.flatMap((name) => (items ?? []).filter(({ metadata }) => metadata.name === name));
}

/** The names of the Services in such inputs. */
export const namesIn = (inputs: Props): string[] => Object.keys(textsIn(inputs)).map((id) => id.replace(/^.*\//, ""));
