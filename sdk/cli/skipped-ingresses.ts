import type { ObjectRef } from "../../kinds/diagnostic";
import { INGRESS_CLASS_ANNOTATION, ingressClassReader, ingressReader } from "../frontends";
import type { Plan } from "../plan";
import { identityOf, pointer as jsonPointer, objectsOf, type SpecSet } from "../specs";

/** Ingress that a target leaves to others, because of its class. */
export interface SkippedIngress {
  object: ObjectRef;
  /** JSON pointer of its class. */
  pointer: string;
  message: string;
}

/** Mizar reads no Ingress. */
const isSpecSet = (specs: object): specs is SpecSet => "hostNames" in specs;

/** The sound Ingresses of the specs that have no status: each with its class, and what to write if it is to be served. */
export function skippedIngresses(specs: object, { statuses }: Pick<Plan, "statuses">): SkippedIngress[] {
  if (!isSpecSet(specs)) return [];
  const served = new Set(statuses.map(({ object }) => identityOf(object)));
  const controllers = new Map(objectsOf(specs, ingressClassReader).map(({ ref, controller }) => [ref.name, controller]));
  return objectsOf(specs, ingressReader)
    .filter(({ ref }) => !served.has(identityOf(ref)))
    .map(({ ref: object, meta, className }): SkippedIngress => {
      const annotated = meta.annotations[INGRESS_CLASS_ANNOTATION];
      const name = className ?? annotated;
      if (!name) {
        const way = "name a class of this target in spec.ingressClassName, or make that the default class";
        return { object, pointer: "/spec", message: `it names no class, and the default one is another; to serve it, ${way}` };
      }
      const controller = controllers.get(name);
      const whose = controller === undefined ? "" : ` of the controller ${controller}`;
      const way =
        controller === undefined ? `set ingressClass to ${name}, or name another class` : "name a class of this target's controller";
      const pointer = className ? "/spec/ingressClassName" : jsonPointer("metadata", "annotations", INGRESS_CLASS_ANNOTATION);
      return { object, pointer, message: `its class is ${name}${whose}; to serve it, ${way}` };
    });
}
