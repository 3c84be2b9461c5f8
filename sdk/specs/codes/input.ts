// The codes of the text and the shape of specs.

import type { SpecCodeEntry } from "./entry";

/** Faults of the text and shape of specs: after an error of these nothing of the set is applied. */
export const INPUT_CODES = {
  LB1001: {
    severity: "error",
    effect: "fatal",
    scope: "input",
    title: "The text is not YAML or JSON",
    remedy: "Correct the YAML or JSON at this place.",
    example: "web.yaml, document 1: The key port is twice in one mapping at line 7, column 7",
  },
  LB1002: {
    severity: "error",
    effect: "fatal",
    scope: "input",
    title: "The document is not a Kubernetes object",
    remedy: "Give the document `apiVersion`, `kind` and `metadata.name`, or remove it from the folder.",
    example: "Ingress default/shop: an object in the program is not a Kubernetes object: apiVersion is missing",
  },
  LB1003: {
    severity: "error",
    effect: "fatal",
    scope: "input",
    title: "A field has the wrong type or value",
    remedy: "Correct the field.",
    example: "Service default/s /spec/ports/0/targetPort: spec.ports[0].targetPort must be at most 65535, got 70000",
  },
  LB1004: {
    severity: "error",
    effect: "fatal",
    scope: "input",
    title: "The same object is given twice with different contents",
    remedy: "Remove one of the two documents, or make them identical.",
    example: "Ingress default/shop: Ingress default/shop is defined twice, differently: web.yaml and old.yaml",
  },
  LB1005: {
    severity: "notice",
    effect: "none",
    scope: "input",
    title: "The kind is not read",
    remedy: "Nothing, if the object is not meant for the load balancer; otherwise look up the kind in the page of your target.",
    example: "Ingress default/shop: networking.k8s.io/v1beta1 Ingress is not read by the target mizar",
  },
  LB1006: {
    severity: "warning",
    effect: "none",
    scope: "input",
    title: "A field is not used",
    remedy: "Remove the field, or correct its spelling.",
    example: "Ingress default/shop /spec/rules/1/http/paths/0/backend/servcie: the field servcie is unknown and is ignored",
  },
  LB1007: {
    severity: "notice",
    effect: "none",
    scope: "input",
    title: "An annotation is not used",
    remedy: "Nothing, if the annotation is for another controller; otherwise correct its name.",
    example: "HTTPRoute default/r /metadata/annotations/example.com~1team: the annotation example.com/team is not used",
  },
  LB1008: {
    severity: "error",
    effect: "fatal",
    scope: "input",
    title: "A file or folder cannot be read, or a pattern matches nothing",
    remedy: "Correct the path or pattern, the permissions of the file, or its content.",
    example: "File manifests/web.yaml: manifests/web.yaml cannot be read: permission denied",
  },
  LB1009: {
    severity: "error",
    effect: "fatal",
    scope: "input",
    title: "Kubernetes does not accept the name",
    remedy: "Rename the object: the API server allows lower-case letters, digits, `-` and `.`.",
    example:
      'Service default/a.b /metadata/name: metadata.name must be at most 63 lower-case letters, digits and dashes, with no dash at either end, got "a.b"',
  },
  LB1010: {
    severity: "error",
    effect: "fatal",
    scope: "input",
    title: "A host name is invalid",
    remedy: "Write a DNS name; a wildcard may only be the first label.",
    example:
      'Ingress default/i /spec/rules/0/host: spec.rules[0].host must be a DNS name, or one with *. in place of its first label, got "*"',
  },
  LB1011: {
    severity: "error",
    effect: "fatal",
    scope: "input",
    title: "A path is invalid",
    remedy: "Begin the path with `/`, and use a `pathType` of Kubernetes.",
    example: 'Ingress default/i /spec/rules/0/http/paths/0/path: spec.rules[0].http.paths[0].path must begin with a slash, got "a"',
  },
  LB1012: {
    severity: "error",
    effect: "fatal",
    scope: "input",
    title: "The backend of an Ingress names no port, or more than one thing",
    remedy: "Name one Service with one port, by number or by name.",
    example:
      "Ingress default/i /spec/rules/0/http/paths/0/backend/service/port: spec.rules[0].http.paths[0].backend.service.port is missing",
  },
  LB1013: {
    severity: "error",
    effect: "fatal",
    scope: "input",
    title: "The object is nested too deeply",
    remedy: "Flatten the object; no Kubernetes object nests that deep.",
    example: "Ingress default/shop: the object is nested deeper than 200 levels and is not read",
  },
  LB1014: {
    severity: "warning",
    effect: "none",
    scope: "input",
    title: "The object has no name yet",
    remedy: "Set `metadata.name`, or read the object from the cluster.",
    example: "Ingress default /metadata/generateName: the Ingress shop-... gets its name from the cluster, so it is left out",
  },
  LB1015: {
    severity: "error",
    effect: "fatal",
    scope: "input",
    title: "A chart, a kustomization, a Template of OpenShift or an encrypted object, not manifests",
    remedy: "Render it with `helm template`, `kubectl kustomize` or `oc process`, and give the result.",
    example: "Template default/shop: the Template shop of OpenShift contains objects with parameters, and nothing in it is read",
  },
  LB1016: {
    severity: "notice",
    effect: "none",
    scope: "input",
    title: "An object is being deleted",
    remedy: "Nothing. If it is to stay, make it again once it is gone.",
    example:
      "Service default/web /metadata/deletionTimestamp: Service default/web has been deleted at 2026-01-01T00:00:00Z: it counts as deleted, although finalizers hold it",
  },
} satisfies Record<string, SpecCodeEntry>;
