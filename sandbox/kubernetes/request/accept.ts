import { StatusError } from "../errors/status";
import type { Call } from "./call";

const JSON_TYPES = ["*/*", "application/json"];

/** Answers are JSON: refuses a client that takes none. Parameters such as `as=Table` are looked at elsewhere. */
export function checkAccept({ request, resource }: Call): void {
  const accept = request.headers.accept;
  if (!accept) return;
  const types = accept.split(",").map((type) => type.split(";")[0]!.trim());
  if (types.some((type) => JSON_TYPES.includes(type))) return;
  const offered = ["application/json", "application/yaml", "application/vnd.kubernetes.protobuf"];
  const streams = ["application/json;stream=watch", "application/vnd.kubernetes.protobuf;stream=watch"];
  const shown = resource.custom ? ["application/json", "application/yaml"] : [...offered, ...streams];
  throw new StatusError(406, "NotAcceptable", `406: Not Acceptable\n\nAvailable representations: ${shown.join(", ")}`, {});
}
