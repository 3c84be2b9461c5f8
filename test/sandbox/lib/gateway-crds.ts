const anything = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

/** A definition of Gateway API with its version, without its validation. */
function definition(plural: string, kind: string, scope: "Namespaced" | "Cluster") {
  const annotations = {
    "api-approved.kubernetes.io": "unapproved, for a test",
    "gateway.networking.k8s.io/bundle-version": "v1.5.0",
    "gateway.networking.k8s.io/channel": "standard",
  };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec: anything, status: anything } } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.gateway.networking.k8s.io`, annotations },
    spec: {
      group: "gateway.networking.k8s.io",
      scope,
      names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
      versions: [{ name: "v1", served: true, storage: true, schema, subresources: { status: {} } }],
    },
  };
}

/** Gateways and their classes, of an older version than the one that is read. */
export const GATEWAY_CRDS = [definition("gatewayclasses", "GatewayClass", "Cluster"), definition("gateways", "Gateway", "Namespaced")];
