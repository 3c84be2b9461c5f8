// Secret fields of kinds in a schema. In a body that is Any the provider marks them in the state, and the description names them.

/** Marks the fields in the inputs of a resource, and in its outputs of the same names; lists are passed through. */
export function markSecrets({ types, resources }, token, paths) {
  const { inputProperties, properties: outputs } = resources[token];
  for (const properties of [inputProperties, outputs]) {
    const inBodies = new Map();
    for (const path of paths) if (properties[path[0]]) mark(types, properties, path, inBodies);
    for (const [property, fields] of inBodies) {
      const words = `Secret in the state: ${fields.map((field) => `\`${field}\``).join(", ")}.`;
      property.description = [property.description, words].filter(Boolean).join(" ");
    }
  }
}

function mark(types, properties, [name, ...below], inBodies) {
  const property = properties[name];
  if (!property) throw new Error(`there is no field ${name} to be a secret`);
  if (below.length === 0) {
    property.secret = true;
    return;
  }
  const type = types[elementOf(property).$ref?.replace("#/types/", "")];
  if (type) mark(types, type.properties, below, inBodies);
  else inBodies.set(property, [...(inBodies.get(property) ?? []), below.join(".")]);
}

const elementOf = (property) => (property.items ? elementOf(property.items) : property);
