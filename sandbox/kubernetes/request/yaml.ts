import { parse, YAMLParseError } from "yaml";
import { isObject, type JsonObject } from "../../shared/json";
import { badRequest } from "../errors/status";

/** The object in a body of YAML or JSON, as server-side apply takes both. */
export function yamlObject(body: string): JsonObject {
  let parsed: unknown;
  try {
    parsed = parse(body);
  } catch (error) {
    throw badRequest(`error decoding YAML: error converting YAML to JSON: yaml: ${reason(error as Error)}`);
  }
  if (!isObject(parsed)) throw badRequest("error decoding YAML: no object");
  return parsed;
}

function reason(error: Error): string {
  if (!(error instanceof YAMLParseError)) return error.message;
  if (error.code === "MISSING_CHAR") return "found unexpected end of stream";
  return `line ${error.linePos?.[0].line ?? 1}: ${error.message.split("\n")[0]}`;
}
