// Writes the remedy of a message about a missing Service: correct it, add it, or add one to the namespace of the backend.

import { keyOf, type SpecSet } from "../specs";

/** Remedy for a missing Service: correct the faulty one, or name the namespace that has it. */
export function serviceRemedy({ services, faulty }: SpecSet): (ref: { namespace: string; name: string }) => string {
  let byName: ReturnType<typeof namespacesByName> | undefined;
  const unread = new Set(faulty.filter(({ kind }) => kind === "Service").map(keyOf));
  return (ref) => {
    byName ??= namespacesByName(services);
    const others = byName.get(ref.name) ?? [];
    const more = others.length > NAMED ? ` and ${others.length - NAMED} more` : "";
    const remedy = unread.has(keyOf(ref))
      ? "Correct the Service: it has faults of its own and is not read."
      : others.length > 0
        ? `A Service of that name is in ${others.slice(0, NAMED).join(", ")}${more}, which a backend in ${ref.namespace} cannot name: add one to ${ref.namespace}.`
        : "Add the Service, and its Endpoints or the Nodes, to the specs.";
    return `${remedy} Until then servers stay as they are, and new pools have none.`;
  };
}

function namespacesByName(services: SpecSet["services"]): Map<string, string[]> {
  const namespacesByServiceName = new Map<string, string[]>();
  for (const { ref } of services.values()) {
    const namespaces = namespacesByServiceName.get(ref.name);
    if (namespaces) namespaces.push(ref.namespace);
    else namespacesByServiceName.set(ref.name, [ref.namespace]);
  }
  return namespacesByServiceName;
}

/** Limit of named namespaces. */
const NAMED = 3;
