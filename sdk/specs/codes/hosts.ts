// The codes of hosts, paths and classes, and of conflicts about them.

import type { SpecCodeEntry } from "./entry";

/** Faults of hosts, paths and classes, and conflicts between objects about them. */
export const HOSTS_CODES = {
  LB1201: {
    severity: "warning",
    effect: "route lost",
    scope: "object",
    title: "The host is outside the DNS domains of the load balancer",
    remedy: "Use a host below one of `subDomains`, or add its domain to this setting.",
    example: "IngressRoute prod/web /spec/virtualhost: a.com is not in the DNS domains b.com (setting subDomains); nothing of it is served",
  },
  LB1202: {
    severity: "error",
    effect: "route lost",
    scope: "object",
    title: "A rule has no host, and none can be generated",
    remedy: "Add a host to the rule, or set `subDomains` so that one can be generated.",
    example: "Ingress default/c /spec/rules/0/host: the rule has no host, and without a DNS domain none can be generated; it is ignored",
  },
  LB1203: {
    severity: "warning",
    effect: "conflict",
    scope: "rule",
    title: "Host and path belong to another object",
    remedy: "Give one of them another host or path.",
    example: "Route default/r /spec/host: shop.ex.com without a path gets no request: the path / of Ingress default/i takes them all",
  },
  LB1204: {
    severity: "warning",
    effect: "none",
    scope: "object",
    title: "The certificate of the host comes from another object",
    remedy: "Use the same Secret in both objects, or remove the host from one.",
    example:
      "Ingress default/two /spec/tls/0/secretName: shop.example.com already has the certificate from Secret one of Ingress default/one; the one from Secret two is not used",
  },
  LB1205: {
    severity: "warning",
    effect: "conflict",
    scope: "object",
    title: "The host is spelled differently by another object",
    remedy: "Use the same spelling of the host in both objects.",
    example:
      "Ingress default/young /spec/rules/0/http/paths/0: a.com is the host A.com of Ingress default/old in another spelling; this rule is ignored",
  },
  LB1206: {
    severity: "notice",
    effect: "none",
    scope: "object",
    title: "The ingress class was decided without its IngressClass",
    remedy: "Add the IngressClass to the specs; an Ingress without a class is ours if the default IngressClass is.",
    example: "Ingress default/app /spec/ingressClassName: IngressClass avi is not among the specs; its name makes it ours",
  },
  LB1207: {
    severity: "warning",
    effect: "none",
    scope: "rule",
    title: "A TLS host has no rule",
    remedy: "Add a rule for the host, or remove it from `tls`.",
    example: "Ingress default/shop /spec/tls/0/hosts: the TLS host shop.example.com has no rule and is not served",
  },
  LB1208: {
    severity: "warning",
    effect: "route lost",
    scope: "rule",
    title: "A path can never match",
    remedy: "Remove the path, or the earlier one that matches all of its requests.",
    example: 'Ingress default/i /spec/rules/0/http/paths/0: "/a b" contains " ", which no request path can have; it is ignored',
  },
  LB1209: {
    severity: "warning",
    effect: "route lost",
    scope: "rule",
    title: "The target cannot distinguish a path from another one",
    remedy: "Use paths that differ in more than the message says, or another `pathType`.",
    example:
      "Ingress default/web /spec/rules/1/http/paths/0: a.com/A gets no requests, the prefix a.com/a of Ingress default/web takes them: a shared virtual service compares paths in lower case",
  },
  LB1210: {
    severity: "error",
    effect: "route lost",
    scope: "object",
    title: "Several Ingresses of one load balancer have a default backend",
    remedy: "Keep one of them, or give each its own load balancer.",
    example:
      "Ingress default/one /spec/defaultBackend: Ingress default/one and Ingress default/two share a load balancer, which can have only one default backend; all of them are ignored",
  },
  LB1211: {
    severity: "warning",
    effect: "differs",
    scope: "object",
    title: "A host has several addresses",
    remedy:
      "Give the hosts of the objects different names, or one class, AviInfraSetting or namespace to the objects, to have one address.",
    example:
      "HTTPRoute default/shop /spec/hostnames: shop.example.com has 2 addresses, and its name leads to that of c--Shared-L7-0 alone: c--Gateway-default_edge serves it for clients that connect by address",
  },
  LB1212: {
    severity: "notice",
    effect: "none",
    scope: "object",
    title: "Ingresses are of other classes",
    atPreview: true,
    remedy: "Nothing, if other controllers serve them; otherwise correct the class of the Ingress, or the setting for it.",
    example: "Ingress shop/a: 4 Ingresses of other classes are ignored: shop/a, shop/b, shop/c and 1 more",
  },
  LB1213: {
    severity: "warning",
    effect: "none",
    scope: "rule",
    title: "A redirect leads to the URL that was asked for",
    remedy:
      "Change scheme, host, port or path in the redirect, or apply it where the other URL is not served: a redirect to https belongs to the http listener alone (`sectionName` of the parentRef).",
    example:
      "HTTPRoute shop/web /spec/rules/0/filters/0: requests on listener http, port 80 (Gateway shop/edge) are redirected to their own URL, endlessly",
  },
  LB1215: {
    severity: "warning",
    effect: "wrong certificate",
    scope: "rule",
    title: "The key does not belong to the certificate",
    remedy: "Use the key that belongs to the certificate; in a chain the server's certificate comes first.",
    example: "Route default/r /spec/tls: the key of the Route does not belong to its certificate; the load balancer may refuse both",
  },
  LB1216: {
    severity: "warning",
    effect: "wrong certificate",
    scope: "rule",
    title: "The certificate is for other hosts",
    remedy: "Use a certificate for the host, or correct the host.",
    example:
      "Route default/shop /spec/tls/certificate: the certificate of the Route is not for shop.example.com, but for example.com; clients will reject it",
  },
  LB1217: {
    severity: "warning",
    effect: "none",
    scope: "rule",
    title: "A host name can never be resolved",
    remedy: "Correct the name; no resolver can answer it.",
    example:
      'Ingress default/shop /spec/rules/0/host: spec.rules[0].host: the label "a-very-long-label" has 70 characters and DNS takes 63, so no client can look the host up',
  },
  LB1218: {
    severity: "error",
    effect: "route lost",
    scope: "object",
    title: "An address is invalid",
    remedy: "Use an IPv4 or IPv6 address that a server can have.",
    example: 'Service default/s /spec/loadBalancerIP: spec.loadBalancerIP must be an address, got "web.example.com"',
  },
  LB1219: {
    severity: "warning",
    effect: "never matched",
    scope: "rule",
    title: "A path is compared as it is written, and no request has it: a regular expression or a fragment",
    remedy: "Write the path as in requests, or use an object that takes regular expressions.",
    example:
      "HTTPRoute default/shop /spec/rules/0/matches/0/path: /my*app looks like a pattern, but is compared as it is written (Exact): no request has this path",
  },
  LB1220: {
    severity: "error",
    effect: "route lost",
    scope: "object",
    title: "A path or another text of requests holds a line break or another control character",
    remedy: "Remove the character; a block scalar of YAML (`|`) ends with a line break.",
    example:
      "Route shop/web /spec/path: the path holds CR, LF or NUL, or another control character, which no request line can have; the Route is ignored",
  },
  LB1221: {
    severity: "error",
    effect: "permission",
    scope: "rule",
    title: "A host belongs to other namespaces",
    remedy:
      "Take the host out of the object, move the object to a namespace that has the host, or add its namespace to the setting claims.",
    example:
      "HTTPRule team6/h /spec/fqdn: shop.x.com belongs to namespace default (setting claims); the HTTPRule of namespace team6 is ignored",
  },
} satisfies Record<string, SpecCodeEntry>;
