// Expressions of CEL that find the names of hosts in an object, and hold them to claims as `claimRefusal` does.

import { HOST_ANNOTATIONS, HOST_NAME_TYPES, type HostField, SHARED_NAME } from "../specs";

/** A text of CEL. */
export const textLiteral = (text: string): string => JSON.stringify(text);

/** A list of texts of CEL. */
export const textList = (texts: readonly string[]): string => `[${texts.map(textLiteral).join(", ")}]`;

/** Types of names that match more than one host. */
const TYPES = textList(HOST_NAME_TYPES);

/** The variables `names` and `reached`: the hosts of an object by name, and those claims that a name of more than one host meets. */
export function nameVariables(kinds: readonly { kind: string; hosts: readonly HostField[] }[]): { name: string; expression: string }[] {
  const byFields = new Map<string, string[]>();
  for (const { kind, hosts } of kinds) {
    const fields = JSON.stringify(hosts);
    byFields.set(fields, [...new Set([...(byFields.get(fields) ?? []), kind])]);
  }
  const alike = [...byFields].map(([fields, named]) => ({ fields: JSON.parse(fields) as HostField[], named }));
  const ofKind = (expressionOf: (fields: readonly HostField[]) => string | undefined, otherwise: string) => {
    const choices = alike.flatMap(({ fields, named }) => {
      const expression = expressionOf(fields);
      return expression ? [`request.kind.kind in ${textList(named)} ?\n  ${expression} :\n`] : [];
    });
    return `${choices.join("")}${otherwise}`;
  };
  const typed = (fields: readonly HostField[]) => fields.find(({ type }) => type !== undefined);
  const annotated = HOST_ANNOTATIONS.map((name) => `variables.object.metadata.?annotations[?${textLiteral(name)}].orValue("")`);
  return [
    { name: "type", expression: ofKind((fields) => typed(fields) && typeOf(typed(fields)), '""') },
    { name: "fields", expression: ofKind((fields) => fields.map(textsIn).join(" +\n  "), "[]") },
    { name: "names", expression: plainNames(`(variables.fields + [\n  ${annotated.join(",\n  ")}])`) },
    {
      name: "pattern",
      expression: ofKind((fields) => typed(fields) && `(variables.type in ${TYPES} ? ${patternIn(typed(fields)?.path)} : [])`, "[]"),
    },
    {
      name: "part",
      expression: 'variables.pattern.map(p, variables.type == "Wildcard" && p.startsWith("*") ? p.substring(1) : p)',
    },
    { name: "reached", expression: `variables.claimed.filter(c, variables.part.exists(p, ${REACHES}))` },
  ];
}

/** Names that the namespace may not use. */
export function refusedNames(claimsOnly: boolean): string {
  const isOwn = (name: string) => covers("variables.own", name);
  const names = claimsOnly ? `!${isOwn("n")}` : `${covers("variables.claimed", "n")} &&\n  !${isOwn("n")}`;
  const unclaimed = claimsOnly ? " || variables.reached.size() == 0" : "";
  return `variables.names.filter(n, ${names}) +\n(variables.reached.exists(c, !${isOwn("c")})${unclaimed} ? variables.pattern : [])`;
}

/** True if a host of the list covers the name, as `coversHost` has it. */
const covers = (list: string, name: string): string =>
  `${list}.exists(h, h == "*" || h == ${name} || (h.startsWith("*.") && ${name}.size() >= h.size() && ${name}.endsWith(h.substring(1))))`;

/** True if the part `p` of names may be in one of the claimed host `c`. */
const REACHES = `variables.type == "Shared" || !p.contains(".") || c == "*" || (
  variables.type == "Contains" ? c.startsWith("*.") || c.contains(p) :
  c.startsWith("*.") ? c.substring(1).endsWith(p) || p.endsWith(c.substring(1)) : c.endsWith(p))`;

/** Lists of texts, with commas between names, as the single names that `hostNamesIn` finds. */
const plainNames = (texts: string): string =>
  `${texts}.join(",").split(",").map(n, n.trim().lowerAscii()).map(n, n.endsWith(".") ? n.substring(0, n.size() - 1) : n).filter(n, n != "")`;

const typeOf = ({ path, type = "" }: Partial<HostField> = {}): string => {
  const [name, word] = [path, type].map((field) => textAt("variables.object", stepsOf(field)));
  return `(${name}.lowerAscii().contains(${textLiteral(SHARED_NAME)}) ? "Shared" : ${word})`;
};

const patternIn = (path = ""): string => plainNames(`[${textAt("variables.object", stepsOf(path))}]`);

const stepsOf = (path = ""): string[] => path.split(".");

/** A list of the texts of a field. */
function textsIn({ path, everyHost, type }: HostField): string {
  const steps = stepsOf(path);
  if (everyHost === "present") return `(${at("variables.object", steps)}.hasValue() ? ["*"] : [])`;
  const texts = textsAt("variables.object", steps, everyHost ? "*" : "");
  return type === undefined ? texts : `(variables.type in ${TYPES} ? [] : ${texts})`;
}

function textsAt(value: string, steps: readonly string[], absent = ""): string {
  const list = steps.findIndex((step) => step.endsWith("[]"));
  if (list < 0) return `[${textAt(value, steps, absent)}]`;
  const items = `${at(value, [...steps.slice(0, list), steps[list]?.slice(0, -2) ?? ""])}.orValue([])`;
  const rest = steps.slice(list + 1);
  if (rest.length === 0) return items;
  const deeper = rest.some((step) => step.endsWith("[]"));
  return `${items}.map(i, ${deeper ? `${textsAt("i", rest, absent)}.join(",")` : textAt("i", rest, absent)})`;
}

const textAt = (value: string, steps: readonly string[], absent = ""): string => `${at(value, steps)}.orValue(${textLiteral(absent)})`;

/** A field, if it is there. */
const at = (value: string, steps: readonly string[]): string => `${value}${steps.map((step) => `.?${step}`).join("")}`;
