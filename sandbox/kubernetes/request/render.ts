import type { HttpResponse } from "../../shared/http";
import type { JsonObject } from "../../shared/json";
import { metaOf } from "../resources/meta";
import { metadataOnly, tableOf } from "../table/table";
import { formOf } from "./accept";
import { ok, shown } from "./answer";
import type { Call } from "./call";

/** One object in the form that the client asked for. */
export function rendered(call: Call, object: JsonObject): object {
  switch (formOf(call)) {
    case "table":
      return tableOf(call, [object], { resourceVersion: metaOf(object).resourceVersion ?? "" });
    case "metadata":
      return metadataOnly(object);
    default:
      return shown(call, object);
  }
}

export const answerWith = (call: Call, status: number, object: JsonObject): HttpResponse => ok(call, status, rendered(call, object));
