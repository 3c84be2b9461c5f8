import { badRequest, type StatusError } from "../errors/status";
import type { Call } from "./call";

/** A body whose type cannot be told. */
export const unrecognized = ({ resource, request }: Call, why: string): StatusError =>
  badRequest(`the object provided is unrecognized (must be of type ${resource.kind}): ${why} (${summary(request.body)})`);

const SHOWN = 30;

function summary(body: string): string {
  if (body === "") return "<empty>";
  const start = body.startsWith("{") ? body.slice(0, SHOWN) : Buffer.from(body).subarray(0, SHOWN).toString("hex");
  return body.length > SHOWN ? `${start} ...` : start;
}
