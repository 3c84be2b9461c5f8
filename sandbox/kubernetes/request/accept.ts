import { StatusError } from "../errors/status";
import type { Call } from "./call";

const JSON_TYPES = ["*/*", "application/json"];

/** Forms of an answer besides the object itself. */
export type Form = "object" | "table" | "metadata";

const FORMS: { [as: string]: Form } = { Table: "table", PartialObjectMetadata: "metadata", PartialObjectMetadataList: "metadata" };

/** Answers are JSON: refuses a client that takes none, or only forms that we do not have. */
export function checkAccept(call: Call): void {
  const types = accepted(call);
  if (types.length === 0 || formIn(types) !== undefined) return;
  const known = types.some(({ type }) => JSON_TYPES.includes(type));
  const kinds = ["application/json", "application/yaml", ...(call.resource.custom ? [] : ["application/vnd.kubernetes.protobuf"])];
  if (known) throw new StatusError(406, "NotAcceptable", `only the following media types are accepted: ${kinds.join(", ")}`);
  const streams = ["application/json;stream=watch", "application/vnd.kubernetes.protobuf;stream=watch"];
  const offered = call.resource.custom ? kinds : [...kinds, ...streams];
  throw new StatusError(406, "NotAcceptable", `406: Not Acceptable\n\nAvailable representations: ${offered.join(", ")}`, {});
}

/** The first form that the client takes and we have. */
export const formOf = (call: Call): Form => formIn(accepted(call)) ?? "object";

interface Accepted {
  type: string;
  as: string | undefined;
}

function accepted({ request }: Call): Accepted[] {
  const written = (request.headers.accept ?? "").split(",").filter((each) => each.trim() !== "");
  return written.map((each) => {
    const [type = "", ...parameters] = each.split(";").map((part) => part.trim());
    return { type, as: parameters.find((parameter) => parameter.startsWith("as="))?.slice(3) };
  });
}

function formIn(types: Accepted[]): Form | undefined {
  for (const { type, as } of types) {
    if (!JSON_TYPES.includes(type)) continue;
    if (as === undefined) return "object";
    if (FORMS[as]) return FORMS[as];
  }
  return undefined;
}
