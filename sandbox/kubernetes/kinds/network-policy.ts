import { asArray, asObject, isObject, type JsonObject, text } from "../../shared/json";
import { type FieldError, invalid } from "../errors/field";
import type { Behaviour } from "../resources/resource";
import { isRange, NO_RANGE } from "./node";
import { specOf } from "./service/needs";

/** The rules of one direction, and the field with who is on the other side. */
const DIRECTIONS = [
  ["ingress", "from"],
  ["egress", "to"],
] as const;

const listOf = (object: JsonObject, field: string): JsonObject[] => asArray(object[field]).filter(isObject);

export const networkPolicy: Behaviour = {
  defaults(object) {
    const spec = specOf(object);
    for (const [direction] of DIRECTIONS) {
      for (const rule of listOf(spec, direction)) for (const port of listOf(rule, "ports")) port.protocol ??= "TCP";
    }
    if (asArray(spec.policyTypes).length === 0) spec.policyTypes = asArray(spec.egress).length > 0 ? ["Ingress", "Egress"] : ["Ingress"];
  },
  validate(object) {
    const spec = asObject(object.spec);
    const faults: FieldError[] = [];
    for (const [direction, peers] of DIRECTIONS) {
      for (const [i, rule] of listOf(spec, direction).entries()) {
        for (const [j, peer] of listOf(rule, peers).entries()) {
          const cidr = text(asObject(peer.ipBlock).cidr);
          if (isObject(peer.ipBlock) && !isRange(cidr))
            faults.push(invalid(`spec.${direction}[${i}].${peers}[${j}].ipBlock.cidr`, cidr, NO_RANGE));
        }
      }
    }
    return faults;
  },
};
