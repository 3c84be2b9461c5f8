/** Annotations that name the ingress class of a Contour kind; the first that is present decides (contour.md 1.2, step 1). */
export const CLASS_ANNOTATIONS: readonly string[] = [
  "projectcontour.io/ingress.class",
  "contour.heptio.com/ingress.class",
  "kubernetes.io/ingress.class",
];
