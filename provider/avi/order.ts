import type { AviKind } from "../../kinds/avi/kind";
import { arranged } from "../lifecycle/bodies/arrange";
import { isObject, type Properties } from "../lifecycle/bodies/json";
import { aviShape } from "./compare";

/**
 * The bodies of a resource with their sets in the order of the state. Bodies with secrets stay as they are: the engine knows a secret in a list
 * by its position.
 */
export function inOrderOfState({ slots }: AviKind, olds: Properties, news: Properties): Properties {
  const plain = slots.filter(({ type, name }) => type !== "sslkeyandcertificate" && news[name] !== undefined);
  return Object.fromEntries(
    plain.map(({ name, type, many }) => {
      const shape = aviShape(type);
      const identity: typeof shape.identity = (path, element) =>
        many && path.length === 0 ? nameOf(element) : shape.identity(path, element);
      return [name, arranged({ ...shape, identity }, olds[name], news[name] ?? null)];
    }),
  );
}

const nameOf = (element: unknown) => (isObject(element) && typeof element.name === "string" ? element.name : undefined);
