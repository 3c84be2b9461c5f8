import { UNKNOWN } from "../../provider/lifecycle/bodies/json";

/** A resource as the mocks of a unit test record it. */
interface RecordedResource {
  type: string;
  name: string;
  // biome-ignore lint/suspicious/noExplicitAny: inputs are whatever the kind takes
  inputs: any;
}

/** The statuses that components have registered, each with the name of the resource that it is in, in the order of their ids. */
// biome-ignore lint/suspicious/noExplicitAny: statuses of all kinds
export function writtenStatuses(resources: readonly RecordedResource[]): any[] {
  return resources
    .filter(({ type }) => type.endsWith("kubernetes:ObjectStatuses"))
    .flatMap(({ name, inputs: { __objects: objects } }) =>
      Object.entries<string>(objects).map(([id, text]) => ({ pulumi: name, id, ...(text === UNKNOWN ? {} : JSON.parse(text)) })),
    )
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}
