// resources/*/types.ts: what programs put into the bodies of Octavia's and Mizar's resources, from the zod schemas of the kinds: plain
// interfaces, with what is known of a field in its comment.
import ts from "typescript";
import { inRoot } from "./files.mjs";

const OCTAVIA = {
  file: "resources/octavia/load-balancer",
  roots: [["LOAD_BALANCER", "LoadBalancerInputs"]],
  /** Names of the interfaces, by what the schema says is there, else by the field. */
  names: {
    ...{
      loadBalancer: "LoadBalancerBody",
      listener: "ListenerBody",
      pool: "PoolBody",
      member: "MemberBody",
      healthmonitor: "HealthMonitorBody",
    },
    ...{ l7policy: "L7PolicyBody", rule: "L7RuleBody", secrets: "TlsSecret", floatingIp: "FloatingIp", securityGroup: "SecurityGroupBody" },
    own: "OwnLoadBalancer",
  },
  /** Programs name what they declare; the check alone takes what other clients made without a name. */
  required: { LoadBalancerBody: ["name"], ListenerBody: ["name"], L7PolicyBody: ["name", "position", "rules"] },
};

const MIZAR = {
  file: "resources/mizar/objects",
  roots: [
    ["VPC", "VpcSpec", "spec"],
    ["VPC", "ObjectMeta", "metadata"],
    ["SUBNET", "SubnetSpec", "spec"],
    ["ARKTOS_NETWORK", "ArktosNetworkSpec", "spec"],
  ],
  names: {},
  required: {},
};

const HEAD = `// Made by "npm run tools -- docs" from the schemas beside it; not to be changed by hand.\n`;

/** @param load gives a module of resources/, e.g. `octavia/fields` */
export function kindTypes(load) {
  const program = programOf([OCTAVIA, MIZAR]);
  const imports = 'import type { Json } from "../kind";\nimport type { CertificateRef, PoolRef } from "./fields";\n';
  return {
    "resources/octavia/types.ts": `${HEAD}${imports}\n${new Drawing(load, program, OCTAVIA).text()}`,
    "resources/mizar/types.ts": `${HEAD}\n${new Drawing(load, program, MIZAR).text()}`,
  };
}

const fileOf = ({ file }) => inRoot(`${file}.ts`);

/** The modules with all that they import: most of it is the same for both. */
function programOf(modules) {
  const { config } = ts.readConfigFile(inRoot("tsconfig.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, inRoot("."));
  return ts.createProgram(modules.map(fileOf), options);
}

/** Walks a schema and its TypeScript type side by side: the one knows bounds and defaults, the other the comments of the source. */
class Drawing {
  #found = new Map();

  constructor(load, program, what) {
    Object.assign(this, what);
    this.known = { ...load("octavia/fields"), ...load("octavia/versions") };
    this.checker = program.getTypeChecker();
    const exported = this.checker.getExportsOfModule(this.checker.getSymbolAtLocation(program.getSourceFile(fileOf(what))));
    const kinds = load(what.file.slice("resources/".length));
    for (const [kind, name, field] of what.roots) {
      const symbol = exported.find((one) => one.name === kind);
      const inputs = this.#in(this.#in(this.checker.getTypeOfSymbol(symbol), "schema"), "_output");
      if (field) this.#named(kinds[kind].schema.shape[field], this.#in(inputs, field), name);
      else this.#named(kinds[kind].schema, inputs, name);
    }
  }

  text() {
    const names = [...this.#found.keys()].sort();
    return indented(names.map((name) => this.#found.get(name).text).join("\n"));
  }

  #in(type, property) {
    const symbol = this.checker.getPropertyOfType(this.checker.getNonNullableType(type), property);
    return symbol && this.checker.getTypeOfSymbol(symbol);
  }

  #named(schema, type, name) {
    const drawn = this.#found.get(name);
    if (drawn) return drawn.schema === schema ? name : `Partial<${name}>`;
    const entry = { schema };
    this.#found.set(name, entry);
    // no interface: those go nowhere where an index signature is asked for
    entry.text = `export type ${name} = {\n${this.#fields(schema, type, this.required[name])}};\n`;
    return name;
  }

  #fields(schema, type, required = []) {
    const lines = Object.entries(schema.shape).map(([key, field]) => {
      const symbol = this.checker.getPropertyOfType(this.checker.getNonNullableType(type), key);
      const facts = this.known.factsOf(field);
      const text = this.#type(field, this.checker.getTypeOfSymbol(symbol), this.names[facts.below ?? key], facts);
      const optional = field.def.type === "optional" && !required.includes(key);
      return `${this.#comment(field, facts, symbol)}${key}${optional ? "?" : ""}: ${text};\n`;
    });
    return lines.join("");
  }

  #type(schema, type, name, facts = {}) {
    const { def } = schema;
    if (def.type === "optional") return this.#type(def.innerType, type, name, facts);
    if (def.type === "nullable") return `${this.#type(def.innerType, type, name)} | null`;
    // values of tomorrow, and texts that TypeScript no longer knows the value of, stay possible
    if (def.type === "enum")
      return [...schema.options.map((value) => JSON.stringify(value)), ...(schema.meta()?.computed ? ["(string & {})"] : [])].join(" | ");
    if (def.type === "array") {
      const element = this.#type(
        def.element,
        this.checker.getIndexTypeOfType(this.checker.getNonNullableType(type), ts.IndexKind.Number),
        name,
      );
      return /^[^{]* \| /.test(element) ? `(${element})[]` : `${element}[]`;
    }
    if (def.type === "object") return name ? this.#named(schema, type, name) : `{\n${this.#fields(schema, type)}}`;
    if (def.type === "custom" && facts.below === "pool") return `${name} | PoolRef`;
    if (def.type === "record") return `{ [name: string]: ${def.valueType.def.type === "string" ? "string" : "Json"} }`;
    return this.checker.typeToString(this.checker.getNonNullableType(type));
  }

  /** Comment of a field: the text of the source, bounds, default, age, and whether it can be changed. */
  #comment(field, facts, symbol) {
    const inner = field.def.innerType ?? field;
    const comment = ts.displayPartsToString(symbol.getDocumentationComment(this.checker)).replace(/\s+/g, " ").trim();
    const initial = ts.displayPartsToString(symbol.getJsDocTags(this.checker).find(({ name }) => name === "default")?.text);
    const unset = comment.includes("Default") ? undefined : (facts.default ?? facts.configured);
    const text = [
      comment,
      inner.def.type === "number" &&
        inner.maxValue < 2 ** 31 - 1 &&
        !comment.includes(` to ${inner.maxValue}`) &&
        `${inner.minValue} to ${inner.maxValue}.`,
      inner.def.type === "literal" && `${inner.def.values.join(", ")}.`,
      facts.fixed && "Cannot be changed in place.",
      typeof facts.since === "string" && `Since API 2.${this.known.OCTAVIA_SINCE[facts.since]}.`,
      initial || unset ? `@default ${initial || JSON.stringify(unset)}` : unset === false && "@default false",
    ].filter(Boolean);
    return text.length > 0 ? `/** ${text.join(" ")} */\n` : "";
  }
}

/** Lines two spaces deeper after each brace that is open at their beginning. */
function indented(text) {
  let depth = 0;
  const lines = text.split("\n").map((line) => {
    if (/^}/.test(line)) depth--;
    const shifted = line && "  ".repeat(depth) + line;
    if (line.endsWith("{")) depth++;
    return shifted;
  });
  return lines.join("\n");
}
