import { badRequest } from "../errors/status";
import { qualifiedName } from "../resources/names";

type Labels = { [key: string]: string };
type Requirement = (labels: Labels) => boolean;

const NAME = "[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?";
const KEY = `(?:[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?/)?${NAME}`;
const FORMS: [RegExp, (key: string, values: string) => Requirement][] = [
  [
    new RegExp(`^(${KEY})\\s+in\\s+\\(([^()]*)\\)$`),
    (key, values) => (labels) => key in labels && list(values).includes(labels[key] ?? ""),
  ],
  [
    new RegExp(`^(${KEY})\\s+notin\\s+\\(([^()]*)\\)$`),
    (key, values) => (labels) => !(key in labels) || !list(values).includes(labels[key] ?? ""),
  ],
  [new RegExp(`^(${KEY})\\s*(?:==|=)\\s*((?:${NAME})?)$`), (key, value) => (labels) => key in labels && labels[key] === value],
  [new RegExp(`^(${KEY})\\s*!=\\s*((?:${NAME})?)$`), (key, value) => (labels) => labels[key] !== value],
  [new RegExp(`^(${KEY})\\s*>\\s*(-?\\d+)$`), (key, value) => (labels) => Number(labels[key]) > Number(value)],
  [new RegExp(`^(${KEY})\\s*<\\s*(-?\\d+)$`), (key, value) => (labels) => Number(labels[key]) < Number(value)],
  [new RegExp(`^!\\s*(${KEY})()$`), (key) => (labels) => !(key in labels)],
  [new RegExp(`^(${KEY})()$`), (key) => (labels) => key in labels],
];

const list = (values: string): string[] => values.split(",").map((value) => value.trim());

/** A `labelSelector`: equality, sets, presence. */
export function labelSelector(written: string): Requirement {
  const requirements = split(written).map((part) => requirement(part, written));
  return (labels) => requirements.every((meets) => meets(labels));
}

/** At commas outside of parentheses. */
function split(written: string): string[] {
  return written.trim() === "" ? [] : written.split(/,(?![^(]*\))/).map((part) => part.trim());
}

function requirement(part: string, written: string): Requirement {
  for (const [form, make] of FORMS) {
    const match = form.exec(part);
    if (match) return make(match[1] ?? "", match[2] ?? "");
  }
  const why = reason(part, written);
  throw badRequest(why.endsWith("'end of string'") ? why : `unable to parse requirement: ${why}`);
}

function reason(part: string, written: string): string {
  const unlisted = /^\S+\s+(?:in|notin)\s+([^(\s]\S*)/.exec(part)?.[1];
  if (unlisted) return `found '${unlisted}' expected: '('`;
  const second = /^[^\s=!,()]+\s+(\S+)/.exec(part)?.[1];
  if (second && !/^[=!<>]/.test(second)) return `found '${second}', expected: in, notin, =, ==, !=, gt, lt`;
  const pair = /^(.*?)\s*(?:==|=|!=)\s*(.*)$/.exec(part);
  if (!pair) return `found '${written.trim().charAt(0)}', expected: identifier`;
  if (pair[1] === "") return `found '${/==|!=|=/.exec(part)?.[0] ?? ""}', expected: !, identifier, or 'end of string'`;
  const [fault] = qualifiedName(pair[1] ?? "", "a valid label key");
  if (fault) return `<nil>: Invalid value: ${JSON.stringify(pair[1])}: ${fault}`;
  const help =
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
  return `values[0][${pair[1]}]: Invalid value: ${JSON.stringify(pair[2])}: ${help}`;
}
