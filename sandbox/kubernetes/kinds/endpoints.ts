import { isIP } from "node:net";
import { asArray, isObject, type JsonObject, text } from "../../shared/json";
import { type FieldError, invalid, required } from "../errors/field";
import type { Behaviour } from "../resources/resource";
import { isPort } from "./service/port-rules";
import { NO_ADDRESS } from "./service/rules";

const subsetsOf = (object: JsonObject): JsonObject[] => asArray(object.subsets).filter(isObject);

export const endpoints: Behaviour = {
  deprecated: "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice",
  defaults(object) {
    for (const subset of subsetsOf(object)) for (const port of asArray(subset.ports).filter(isObject)) port.protocol ||= "TCP";
  },
  validate: (object) => subsetsOf(object).flatMap((subset, i) => subsetFaults(subset, `subsets[${i}]`)),
};

function subsetFaults(subset: JsonObject, at: string): FieldError[] {
  const [ready, unready, ports] = ["addresses", "notReadyAddresses", "ports"].map((field) => asArray(subset[field]).filter(isObject));
  if (ready!.length + unready!.length === 0) return [required(at, "must specify `addresses` or `notReadyAddresses`")];
  return [
    ...ready!.flatMap(({ ip }, i) => addressFaults(text(ip), `${at}.addresses[${i}].ip`)),
    ...unready!.flatMap(({ ip }, i) => addressFaults(text(ip), `${at}.notReadyAddresses[${i}].ip`)),
    ...ports!.flatMap((port, i) => portFaults(port, `${at}.ports[${i}]`, ports!.length > 1)),
  ];
}

function addressFaults(ip: string, at: string): FieldError[] {
  if (isIP(ip) === 0) return [invalid(at, ip, NO_ADDRESS), invalid(at, ip, "must be a valid IP address")];
  return /^127\.|^::1$/.test(ip) ? [invalid(at, ip, "may not be in the loopback range (127.0.0.0/8, ::1/128)")] : [];
}

function portFaults(port: JsonObject, at: string, several: boolean): FieldError[] {
  const name = several && text(port.name) === "" ? [required(`${at}.name`)] : [];
  return isPort(port.port) ? name : [...name, invalid(`${at}.port`, port.port ?? 0, "must be between 1 and 65535, inclusive")];
}
