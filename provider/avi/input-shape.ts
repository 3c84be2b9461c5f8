// Chooses how an input of an Avi resource, one body or several, is compared with the state.

import type { AviKind } from "../../resources/avi/kind";
import { isObject } from "../lifecycle/bodies/json";
import type { Shape } from "../lifecycle/bodies/shape";
import { aviShape } from "./compare";

/**
 * Meaning of the bodies of an input: one body, or several by their names. Bodies with secrets stay as they are: the engine knows a secret in a
 * list by its position.
 */
export function shapeOfInput({ slots }: AviKind, input: string): Shape | undefined {
  const slot = slots.find(({ name, type }) => name === input && type !== "sslkeyandcertificate");
  if (!slot) return undefined;
  const shape = aviShape(slot.type);
  if (!slot.many) return shape;
  return { ...shape, identity: (path, element) => (path.length === 0 ? elementName(element) : shape.identity(path, element)) };
}

const elementName = (element: unknown) => (isObject(element) && typeof element.name === "string" ? element.name : undefined);
