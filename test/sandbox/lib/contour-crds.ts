const anything = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

/** A definition as Contour's, without the validation that is not looked at here. */
export function definition(plural: string, kind: string, group: string, version: string, status: boolean) {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", properties: { spec: anything, status: anything } } },
          ...(status ? { subresources: { status: {} } } : {}),
        },
      ],
    },
  };
}

/** IngressRoute without a status subresource, as Contour installed it, and the Route of OpenShift with one. */
export const CONTOUR_CRDS = [
  definition("ingressroutes", "IngressRoute", "contour.heptio.com", "v1beta1", false),
  definition("routes", "Route", "route.openshift.io", "v1", true),
];
