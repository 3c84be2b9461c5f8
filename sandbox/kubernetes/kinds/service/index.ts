import { asArray, asObject, type JsonObject, text } from "../../../shared/json";
import type { Behaviour } from "../../resources/resource";
import { allocate, allocationFaults, takenBeside } from "./allocate";
import { rangeFor } from "./arktos";
import { carryOver } from "./carry-over";
import { serviceDefaults } from "./defaults";
import { needsAddress, specOf } from "./needs";
import { serviceFaults } from "./rules";
import { serviceWarnings } from "./warnings";

/** A Service gets its addresses and ports from the server, and keeps them. */
export const service: Behaviour = {
  defaults: serviceDefaults,
  prepare(object, old) {
    if (old) carryOver(object, old);
    else firstAddress(object);
  },
  validate(object, old, cluster) {
    const faults = serviceFaults(object, old);
    if (faults.length > 0) return faults;
    const range = needsAddress(object) ? rangeFor(cluster, object) : undefined;
    return allocationFaults(object, old, range, takenBeside(cluster, object));
  },
  complete(object, cluster) {
    const range = needsAddress(object) ? rangeFor(cluster, object) : undefined;
    allocate(cluster, object, range, takenBeside(cluster, object));
  },
  warnings: (object) => serviceWarnings(asObject(object.spec)),
};

/** Who gives one address need not repeat it in the list. */
function firstAddress(object: JsonObject): void {
  const spec = specOf(object);
  if (text(spec.clusterIP) && asArray(spec.clusterIPs).length === 0) spec.clusterIPs = [spec.clusterIP!];
}
