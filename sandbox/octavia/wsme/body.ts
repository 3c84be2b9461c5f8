import type { Json, JsonObject } from "../../shared/json";
import { ApiError } from "../errors";
import { invalidInput, objectOf } from "./containers";
import type { DataType } from "./data-type";
import { UnknownAttribute, ValueFault } from "./faults";

/** How a handler takes its body: the name of its argument, the root key, and the type below it. */
export interface BodyShape {
  argument: string;
  root: string;
  type: DataType;
}

/** What stands below the root key: undefined when the key is missing, which most handlers stumble over. */
export function readBody(shape: BodyShape, body: string, contentType: string): Json | undefined {
  if (body === "") throw new ApiError(400, `Missing argument: "${shape.argument}"`);
  const mime = contentType.split(";")[0]?.trim() ?? "";
  if (mime === "application/x-www-form-urlencoded") {
    throw new ApiError(400, `Unknown argument: "${new URLSearchParams(body).keys().next().value ?? ""}"`); // its fields are the arguments
  }
  if (!["application/json", "text/javascript", "application/javascript"].includes(mime)) {
    throw new ApiError(415, `Unknown mimetype: ${mime}`);
  }
  const parsed = parse(body);
  try {
    return (objectOf([{ name: shape.root, type: shape.type }]).convert(parsed) as JsonObject)[shape.root];
  } catch (error) {
    if (error instanceof ValueFault) throw invalidInput(shape.argument, parsed, error.message);
    if (error instanceof UnknownAttribute) throw new ApiError(400, error.below(shape.argument).text());
    throw error;
  }
}

function parse(body: string): Json {
  try {
    return JSON.parse(body) as Json;
  } catch {
    throw new ApiError(400, "Request is not in valid JSON format");
  }
}
