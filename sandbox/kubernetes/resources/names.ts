/** Why a name is not good; nothing when it is. */
export type Rule = (name: string) => string[];

const LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
const NAME = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";

export const LABEL_VALUE = new RegExp(`^((${NAME}))?$`);

const all = (expression: string): RegExp => new RegExp(`^${expression}$`);
const tooLong = (most: number): string => `must be no more than ${most} bytes`;
const tooLongName = (most: number): string => `must be no more than ${most} characters`;

function rule(expression: string, most: number, why: string): Rule {
  const form = all(expression);
  return (name) => [...(name.length > most ? [tooLongName(most)] : []), ...(form.test(name) ? [] : [why])];
}

export const RULES: { [name in "subdomain" | "label" | "serviceName" | "segment"]: Rule } = {
  subdomain: rule(
    SUBDOMAIN,
    253,
    `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${SUBDOMAIN}')`,
  ),
  label: rule(
    LABEL,
    63,
    `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '${LABEL}')`,
  ),
  serviceName: (name) => (name.includes(".") ? ["must not contain dots"] : RULES.label(name)),
  segment(name) {
    if (name === "." || name === "..") return [`may not be '${name}'`];
    return ["/", "%"].filter((sign) => name.includes(sign)).map((sign) => `may not contain '${sign}'`);
  },
};

/** Why a text is no value of a label. */
export function labelName(value: string): string {
  if (value.length > 63) return tooLong(63);
  return `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(${NAME})?')`;
}

const NAME_PART = `name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${NAME}')`;

/** Keys of labels and annotations: `prefix/name`. */
export function qualifiedName(key: string, called = "a qualified name"): string[] {
  const [first = "", second, ...more] = key.split("/");
  if (more.length > 0) {
    return [
      `${called} must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${NAME}') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const faults: string[] = [];
  const name = second ?? first;
  if (second !== undefined)
    faults.push(...(first === "" ? ["prefix part must be non-empty"] : RULES.subdomain(first).map((why) => `prefix part ${why}`)));
  if (name === "") faults.push("name part must be non-empty");
  else if (name.length > 63) faults.push(`name part ${tooLong(63)}`);
  if (!all(NAME).test(name)) faults.push(NAME_PART);
  return faults;
}

/** Host names that may begin with `*.`. */
export const wildcard: Rule = rule(
  `\\*\\.${SUBDOMAIN}`,
  253,
  `a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '\\*\\.${SUBDOMAIN}')`,
);
