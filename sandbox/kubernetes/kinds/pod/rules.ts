import { asArray, asObject, isObject, type JsonObject, sameJson, text } from "../../../shared/json";
import { denied, duplicate, type FieldError, invalid, required, unsupported } from "../../errors/field";
import { RULES } from "../../resources/names";
import { isPort, nameFaults, PROTOCOLS } from "../service/port-rules";

const RESTARTS = ["Always", "OnFailure", "Never"];

/** What is wrong with a Pod's spec, or with a template's. */
export function podSpecFaults(spec: JsonObject, at: string): FieldError[] {
  const faults: FieldError[] = [];
  if (asArray(spec.containers).length === 0) faults.push(required(`${at}.containers`));
  const seen = new Set<string>();
  for (const field of ["initContainers", "containers"]) {
    for (const [i, container] of asArray(spec[field]).filter(isObject).entries()) {
      faults.push(...containerFaults(container, `${at}.${field}[${i}]`, seen));
    }
  }
  if (!RESTARTS.includes(text(spec.restartPolicy))) faults.push(unsupported(`${at}.restartPolicy`, spec.restartPolicy, RESTARTS));
  return faults;
}

function containerFaults(container: JsonObject, at: string, seen: Set<string>): FieldError[] {
  const faults: FieldError[] = [];
  const name = text(container.name);
  if (name === "") faults.push(required(`${at}.name`));
  else faults.push(...RULES.label(name).map((why) => invalid(`${at}.name`, name, why)));
  if (name !== "" && seen.has(name)) faults.push(duplicate(`${at}.name`, name));
  seen.add(name);
  if (text(container.image) === "") faults.push(required(`${at}.image`));
  for (const [i, port] of asArray(container.ports).filter(isObject).entries()) faults.push(...portFaults(port, `${at}.ports[${i}]`));
  return faults;
}

function portFaults(port: JsonObject, at: string): FieldError[] {
  const faults: FieldError[] = [];
  if (text(port.name) !== "") faults.push(...nameFaults(`${at}.name`, text(port.name)));
  if (!port.containerPort) faults.push(required(`${at}.containerPort`));
  else if (!isPort(port.containerPort))
    faults.push(invalid(`${at}.containerPort`, port.containerPort, "must be between 1 and 65535, inclusive"));
  if (!PROTOCOLS.includes(text(port.protocol))) faults.push(unsupported(`${at}.protocol`, port.protocol, PROTOCOLS));
  return faults;
}

const CHANGEABLE = [
  "`spec.containers[*].image`",
  "`spec.initContainers[*].image`",
  "`spec.activeDeadlineSeconds`",
  "`spec.tolerations` (only additions to existing tolerations)",
  "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)",
].join(",");

/** A Pod that is there keeps almost everything of its spec. */
export function changeFaults(pod: JsonObject, old: JsonObject): FieldError[] {
  for (const field of ["containers", "initContainers"]) {
    const count = (each: JsonObject) => asArray(asObject(each.spec)[field]).length;
    if (count(pod) !== count(old)) return [denied(`spec.${field}`, "pod updates may not add or remove containers")];
  }
  const [now, then] = [fixedPart(asObject(pod.spec)), fixedPart(asObject(old.spec))];
  if (sameJson(now, then)) return [];
  const fields = Object.keys({ ...now, ...then }).filter((field) => !sameJson(now[field], then[field]));
  const difference = fields.flatMap((field) => [
    `-  ${field}: ${JSON.stringify(then[field] ?? null)}`,
    `+  ${field}: ${JSON.stringify(now[field] ?? null)}`,
  ]);
  const text = `@@ -1,${fields.length} +1,${fields.length} @@\n${difference.join("\n")}\n`;
  return [denied("spec", `pod updates may not change fields other than ${CHANGEABLE}\n${text}`)];
}

function fixedPart({ activeDeadlineSeconds: _, tolerations: __, ...spec }: JsonObject): JsonObject {
  const bare = (list: unknown) => asArray(list).map((container) => ({ ...asObject(container), image: "" }));
  return { ...spec, containers: bare(spec.containers), initContainers: bare(spec.initContainers) };
}
