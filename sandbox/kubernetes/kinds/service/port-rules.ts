import { type JsonObject, text } from "../../../shared/json";
import { denied, duplicate, type FieldError, invalid, required, unsupported } from "../../errors/field";
import { RULES } from "../../resources/names";
import { isExternal, isHeadless, needsAddress, needsNodePorts, portsOf } from "./needs";

export const PROTOCOLS = ["SCTP", "TCP", "UDP"];
const IN_RANGE = "must be between 1 and 65535, inclusive";

export const isPort = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 65_535;

/** What is wrong with the ports of a Service. */
export function portFaults(service: JsonObject): FieldError[] {
  const ports = portsOf(service);
  if (ports.length === 0) return needsAddress(service) && !isHeadless(service) ? [required("spec.ports")] : [];
  const faults = ports.flatMap((port, i) => onePort(service, port, `spec.ports[${i}]`, ports.length > 1));
  return [...faults, ...twice(ports)];
}

function onePort(service: JsonObject, port: JsonObject, field: string, several: boolean): FieldError[] {
  const faults: FieldError[] = [];
  const name = text(port.name);
  if (name === "" && several) faults.push(required(`${field}.name`));
  if (name !== "") faults.push(...RULES.label(name).map((why) => invalid(`${field}.name`, name, why)));
  if (!isPort(port.port)) faults.push(invalid(`${field}.port`, port.port ?? 0, IN_RANGE));
  if (!PROTOCOLS.includes(text(port.protocol))) faults.push(unsupported(`${field}.protocol`, port.protocol, PROTOCOLS));
  if (typeof port.targetPort === "string") faults.push(...nameFaults(`${field}.targetPort`, port.targetPort));
  else if (!isPort(port.targetPort)) faults.push(invalid(`${field}.targetPort`, port.targetPort ?? 0, IN_RANGE));
  if (port.nodePort && !needsNodePorts(service) && !isExternal(service)) {
    faults.push(denied(`${field}.nodePort`, "may not be used when `type` is 'ClusterIP'"));
  }
  return faults;
}

/** Names of ports of containers. */
export function nameFaults(field: string, name: string): FieldError[] {
  if (name.length > 15) return [invalid(field, name, "must be no more than 15 characters")];
  if (!/^[-a-z0-9]+$/.test(name)) return [invalid(field, name, "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)")];
  if (!/[a-z]/.test(name)) return [invalid(field, name, "must contain at least one letter (a-z)")];
  if (name.includes("--")) return [invalid(field, name, "must not contain consecutive hyphens")];
  return /^-|-$/.test(name) ? [invalid(field, name, "must not begin or end with a hyphen")] : [];
}

function twice(ports: JsonObject[]): FieldError[] {
  const key = ({ protocol, port }: JsonObject) => `${text(protocol)}/${text(port)}`;
  return ports.flatMap((port, i) => {
    const before = ports.slice(0, i);
    const sameName = text(port.name) !== "" && before.some(({ name }) => name === port.name);
    const samePort = before.some((other) => key(other) === key(port));
    return [
      ...(sameName ? [duplicate(`spec.ports[${i}].name`, port.name)] : []),
      ...(samePort ? [duplicate(`spec.ports[${i}]`, { Name: "", Protocol: port.protocol, Port: port.port })] : []),
    ];
  });
}
