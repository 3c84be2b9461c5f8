// Writes ReferenceGrants for references to other namespaces.

import { chunksOf, groupBy } from "../../resources/lists";
import { GATEWAY_GROUP, gatewayManifest, type Manifest } from "./manifests";
import type { Names } from "./names";

/** A reference from one object to another. */
interface Reference {
  from: { kind: string; namespace: string };
  to: { kind: "Secret" | "Service"; namespace: string; name: string };
}

/** So many objects one ReferenceGrant names. */
const MOST = 16;

/** References across namespaces: each needs the consent of the namespace that it names. */
export class Grants {
  private readonly references = new Map<string, Reference>();

  add(reference: Reference): void {
    const { from, to } = reference;
    if (from.namespace === to.namespace) return;
    this.references.set(JSON.stringify([from.kind, from.namespace, to.kind, to.namespace, to.name]), reference);
  }

  manifests(names: Names): Manifest[] {
    const groups = groupBy([...this.references.values()], ({ from, to }) => JSON.stringify([to.namespace, from.kind, from.namespace]));
    return [...groups.values()].flatMap((references) => {
      const [{ from, to }] = references;
      return chunksOf(references, MOST).map((some) =>
        gatewayManifest("ReferenceGrant", names.take("ReferenceGrant", to.namespace, `${from.kind}s-of-${from.namespace}`), to.namespace, {
          from: [{ group: GATEWAY_GROUP, kind: from.kind, namespace: from.namespace }],
          to: some.map((one) => ({ group: "", kind: one.to.kind, name: one.to.name })),
        }),
      );
    });
  }
}
