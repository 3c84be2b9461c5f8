// Objects of the specs that a target does not serve, as `validate` lists them.
import type { ObjectRef } from "../../../resources/diagnostic";
import { gatewayClassReader, gatewayReader, INGRESS_CLASS_ANNOTATION, ingressClassReader, ingressReader } from "../../frontends";
import type { Plan } from "../../plan";
import { identityOf, pointer as jsonPointer, objectsOf, type SpecCode, type SpecSet } from "../../specs";
import type { TargetName } from "../../targets";

/** Object that a target leaves to others, because of its class: an Ingress, a Gateway, or a Service of type LoadBalancer. */
export interface SkippedObject {
  object: ObjectRef;
  /** The notice about such objects; absent for Services, which have a status in its place. */
  code?: SpecCode;
  /** JSON pointer of the class. */
  pointer: string;
  message: string;
}

type Statuses = Pick<Plan, "statuses">;

/** Mizar reads no Ingress. */
const isSpecSet = (specs: object): specs is SpecSet => "hostNames" in specs;

/** The sound objects of the specs that are of another class: each with its class, and what to write if it is to be served. */
export function skippedObjects(to: TargetName, specs: object, { statuses }: Statuses): SkippedObject[] {
  if (!isSpecSet(specs)) return [];
  const served = new Set(statuses.filter(({ state }) => state !== "skipped").map(({ object }) => identityOf(object)));
  const isSkipped = ({ ref }: { ref: ObjectRef }) => !served.has(identityOf(ref));
  return [
    ...skippedIngresses(specs, isSkipped),
    ...(to === "routes" ? [] : [...skippedGateways(specs, isSkipped), ...skippedServices(to, specs, isSkipped)]),
  ];
}

type IsSkipped = (spec: { ref: ObjectRef }) => boolean;

function skippedIngresses(specs: SpecSet, isSkipped: IsSkipped): SkippedObject[] {
  const classes = objectsOf(specs, ingressClassReader);
  const controllers = new Map(classes.map(({ ref, controller }) => [ref.name, controller]));
  const whoElse = classes.some(({ isDefault }) => isDefault)
    ? "the default class belongs to another controller"
    : "no IngressClass of the specs is the default";
  return objectsOf(specs, ingressReader)
    .filter(isSkipped)
    .map(({ ref: object, meta, className }): SkippedObject => {
      const annotated = meta.annotations[INGRESS_CLASS_ANNOTATION];
      const name = className ?? annotated;
      if (!name) {
        const way = "name a class of this target in spec.ingressClassName, or make that the default class";
        return { object, code: "LB1212", pointer: "/spec", message: `it names no IngressClass, and ${whoElse}; to serve it, ${way}` };
      }
      const controller = controllers.get(name);
      const way =
        controller === undefined ? `set ingressClass to ${name}, or name another class` : "name a class of this target's controller";
      const pointer = className ? "/spec/ingressClassName" : jsonPointer("metadata", "annotations", INGRESS_CLASS_ANNOTATION);
      return { object, code: "LB1212", pointer, message: `its class is ${name}${ofController(controller)}; to serve it, ${way}` };
    });
}

const ofController = (controller: string | undefined) => (controller === undefined ? "" : ` of the controller ${controller}`);

function skippedGateways(specs: SpecSet, isSkipped: IsSkipped): SkippedObject[] {
  const controllers = new Map(objectsOf(specs, gatewayClassReader).map(({ ref, spec }) => [ref.name, spec.controllerName]));
  return objectsOf(specs, gatewayReader)
    .filter(isSkipped)
    .map(({ ref: object, spec: { gatewayClassName } }): SkippedObject => {
      const controller = controllers.get(gatewayClassName);
      const way =
        controller === undefined
          ? "add this GatewayClass to the specs, or name another"
          : "name a GatewayClass of this target's controller";
      const message = `its class is ${gatewayClassName}${ofController(controller)}; to serve it and its Routes, ${way}`;
      return { object, code: "LB1707", pointer: "/spec/gatewayClassName", message };
    });
}

function skippedServices(to: TargetName, specs: SpecSet, isSkipped: IsSkipped): SkippedObject[] {
  const way = to === "avi" ? "leave out spec.loadBalancerClass, or write ako.vmware.com/avi-lb" : "leave out spec.loadBalancerClass";
  return [...specs.services.values()]
    .filter((service) => service.type === "LoadBalancer" && service.loadBalancerClass !== undefined && isSkipped(service))
    .map(({ ref: object, loadBalancerClass }) => ({
      object,
      pointer: "/spec/loadBalancerClass",
      message: `its class is ${loadBalancerClass}; to serve it, ${way}`,
    }));
}
