// Checks bodies that a program writes itself against the schema of the API.

import { AVI_TYPES } from "../../resources/avi/body";
import type { AviKind } from "../../resources/avi/kind";
import { isObject, type Properties } from "../lifecycle/bodies/json";
import { checkFailures, type InputFault } from "../lifecycle/check";
import type { CheckFailure } from "../lifecycle/handler";
import { pointerText } from "../lifecycle/messages/pointer-text";

/** Most reasons that are shown; a faulty template repeats itself. */
const SHOWN = 20;

/**
 * Fields that a controller requires and a body lacks, whatever wrote it; of bodies that a program writes itself also everything that the API does
 * not know: fields, values, types and ranges. The schemas are loaded when the first body is there; like all failures of Avi's resources these are
 * attached to no property, because the engine prints its value.
 *
 * @param isPlanned a component has written the bodies
 */
export async function checkBodies(kind: AviKind, news: Properties, isPlanned: boolean): Promise<CheckFailure[]> {
  if (news.unchecked === true) return [];
  const { messageFaults: unknownTo, missingFields } = await import("./message.js");
  // the schema of the kind asks for the name of the body itself
  const isOwnName = (at: InputFault["path"], { path }: InputFault) => path.length === at.length + 1 && path.at(-1) === "name";
  const messageFaults: typeof missingFields = (message, body, at) => [
    ...(isPlanned ? [] : unknownTo(message, body, at)),
    ...missingFields(message, body, at).filter((fault) => !isOwnName(at, fault)),
  ];
  const faults = kind.slots.flatMap(({ name, type, many }): InputFault[] => {
    const value = news[name];
    const { model } = AVI_TYPES[type];
    if (!many || !Array.isArray(value)) return isObject(value) ? messageFaults(model, value, [name]) : [];
    return value.flatMap((body, index) => (isObject(body) ? messageFaults(model, body, [name, index]) : []));
  });
  return checkFailures(faults.slice(0, SHOWN), "LB2016", { property: "", place: pointerText });
}
