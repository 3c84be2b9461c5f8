// sdk/targets/mizar/kubernetes-types.ts: the specs of Pods and Services, from the OpenAPI document of Kubernetes
// (sandbox/kubernetes/schema). `npm run tools -- docs` writes it.
import { readFileSync } from "node:fs";
import { inRoot } from "./files.mjs";

const ROOTS = ["api.core.v1.PodSpec", "api.core.v1.ServiceSpec"];

/** Types whose JSON value differs from their schema. */
const VALUES = {
  "apimachinery.pkg.api.resource.Quantity": "string | number",
  "apimachinery.pkg.apis.meta.v1.Time": "string",
  "apimachinery.pkg.apis.meta.v1.MicroTime": "string",
  "apimachinery.pkg.apis.meta.v1.FieldsV1": "{ [field: string]: unknown }",
  "apimachinery.pkg.util.intstr.IntOrString": "number | string",
};

const HEAD = `// Made by "npm run tools -- docs" from the OpenAPI document of Kubernetes 1.36; not to be changed by hand.
`;

export function kubernetesTypes() {
  const schemas = JSON.parse(readFileSync(inRoot("sandbox/kubernetes/schema/builtin.json"), "utf8"));
  const queue = [...ROOTS];
  const drawn = new Map();
  for (let id = queue.shift(); id; id = queue.shift()) {
    if (drawn.has(id)) continue;
    const { properties = {}, required = [] } = schemas[id];
    const refer = (other) => {
      if (VALUES[other]) return VALUES[other];
      queue.push(other);
      return shortName(other);
    };
    const lines = Object.entries(properties).map(
      ([key, field]) => `  ${key}${required.includes(key) ? "" : "?"}: ${typeOf(field, refer)};\n`,
    );
    drawn.set(id, `export type ${shortName(id)} = {\n${lines.join("")}};\n`);
  }
  const ids = [...drawn.keys()].sort((one, other) => (shortName(one) < shortName(other) ? -1 : 1));
  return [HEAD, ...ids.map((id) => drawn.get(id))].join("\n");
}

const shortName = (id) => id.split(".").at(-1);

function typeOf(field, refer) {
  if (field.$ref) return refer(field.$ref);
  if (field.type === "array") {
    const element = typeOf(field.items, refer);
    return element.includes(" ") ? `(${element})[]` : `${element}[]`;
  }
  if (field.type === "object") return `{ [name: string]: ${typeOf(field.additionalProperties ?? {}, refer)} }`;
  return { string: "string", boolean: "boolean", integer: "number", number: "number" }[field.type] ?? "unknown";
}
