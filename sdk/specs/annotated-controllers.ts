// Table of the annotations of load balancing controllers: which restrict clients, which ask for unsupported features.

import type { UnsupportedAnnotationName } from "./unsupported-annotations";

/** A controller with its annotations: names without prefix, where `*` stands for any characters. */
export interface AnnotatedController {
  controller: string;
  prefixes: readonly string[];
  /** Allowed networks, separated by commas or blanks; no `*`. These restrict clients too. */
  networks?: readonly string[];
  /** Entries of one list are parts of one restriction. */
  restricts?: readonly (string | readonly string[])[];
  /** References to configuration elsewhere, which may restrict clients. */
  mayRestrict?: readonly string[];
  /** Details of restrictions, without effect alone. */
  details?: readonly string[];
  /** Proxy configuration in its own language. */
  snippets?: readonly string[];
  /** Requests for features with a message of their own. */
  asks?: { readonly [unsupported in UnsupportedAnnotationName]?: readonly string[] };
  routes?: readonly string[];
  tunes?: readonly string[];
  cosmetic?: readonly string[];
}

const HAPROXY_INGRESS = {
  networks: ["whitelist-source-range", "allowlist-source-range"],
  restricts: ["denylist-source-range", "auth-*", "oauth*", "cert-auth-*", ["waf*", "modsecurity*"]],
  snippets: ["config-backend", "config-frontend", "config-tcp-service"],
  routes: [
    "app-root",
    "rewrite-target",
    "backend-protocol",
    "secure-*",
    "ssl-*",
    "server-alias*",
    "redirect-*",
    "path-type",
    "blue-green*",
  ],
};

/** All controllers; the first that has an annotation counts. */
export const CONTROLLERS: readonly AnnotatedController[] = [
  {
    controller: "ingress-nginx",
    prefixes: ["nginx.ingress.kubernetes.io/"],
    networks: ["whitelist-source-range", "allowlist-source-range"],
    restricts: ["denylist-source-range", ["auth-*"], ["enable-modsecurity", "enable-owasp-*", "modsecurity-*"]],
    details: ["satisfy"],
    snippets: ["configuration-snippet", "server-snippet", "stream-snippet"],
    asks: {
      redirect: ["permanent-redirect*", "temporal-redirect*", "from-to-www-redirect"],
      appRoot: ["app-root"],
      rewrite: ["rewrite-target", "x-forwarded-prefix"],
      pattern: ["use-regex"],
      further: ["server-alias"],
      hostHeader: ["upstream-vhost"],
      canary: ["canary*"],
      mirror: ["mirror-*"],
      errors: ["default-backend", "custom-http-errors"],
      clearServers: ["backend-protocol", "grpc-backend", "secure-backends"],
      verified: ["proxy-ssl-*"],
      passthrough: ["ssl-passthrough"],
      clearBesideTls: ["ssl-redirect"],
      forcedTls: ["force-ssl-redirect"],
    },
    routes: ["preserve-trailing-slash"],
    tunes: [
      "proxy-*",
      "client-*",
      "limit-*",
      "affinity*",
      "session-cookie-*",
      "load-balance",
      "upstream-hash-by*",
      "enable-cors",
      "cors-*",
    ],
  },
  {
    controller: "NGINX Ingress Controller",
    prefixes: ["nginx.org/", "nginx.com/"],
    restricts: ["basic-auth-*", "jwt-*", "app-protect*"],
    mayRestrict: ["policies"],
    snippets: ["location-snippets", "server-snippets"],
    routes: ["rewrites", "ssl-services", "grpc-services", "redirect-to-https", "mergeable-ingress-type", "use-cluster-ip", "path-regex"],
  },
  {
    controller: "F5 App Protect",
    prefixes: ["appprotect.f5.com/", "appprotectdos.f5.com/"],
    restricts: ["*"],
  },
  {
    controller: "OpenShift's router",
    prefixes: ["haproxy.router.openshift.io/", "router.openshift.io/"],
    networks: ["ip_whitelist", "ip_allowlist"],
    asks: { rewrite: ["rewrite-target"], strictTransport: ["hsts_header"] },
    routes: ["set-path-type"],
    tunes: ["timeout*", "balance", "disable_cookies", "cookie*", "rate-limit-connections*", "pod-concurrent-connections"],
  },
  {
    controller: "OpenShift",
    prefixes: ["route.openshift.io/"],
    asks: { termination: ["termination"], verified: ["destination-ca-certificate-secret"] },
  },
  {
    controller: "octavia-ingress-controller",
    prefixes: ["octavia.ingress.kubernetes.io/"],
    networks: ["whitelist-source-range"],
    restricts: ["internal"],
    asks: { timeouts: ["timeout-*"], address: ["floatingip"], keptAddress: ["keep-floatingip"] },
  },
  {
    controller: "HAProxy Ingress",
    prefixes: ["haproxy-ingress.github.io/", "ingress.kubernetes.io/"],
    ...HAPROXY_INGRESS,
    routes: [...HAPROXY_INGRESS.routes, "force-ssl-redirect"],
  },
  {
    controller: "HAProxy Kubernetes Ingress Controller",
    prefixes: ["haproxy.org/", "haproxy.com/", "ingress.haproxy.org/"],
    networks: ["allow-list", "whitelist"],
    restricts: [["deny-list", "blacklist"], "auth-*", ["client-ca", "client-crt-optional"]],
    snippets: ["backend-config-snippet", "frontend-config-snippet"],
    asks: {
      rewrite: ["path-rewrite"],
      redirect: ["request-redirect*"],
      passthrough: ["ssl-passthrough"],
      clearServers: ["server-ssl", "server-proto"],
      hostHeader: ["set-host"],
    },
    routes: ["ssl-redirect*", "route-acl"],
  },
  {
    controller: "Traefik",
    prefixes: ["traefik.ingress.kubernetes.io/", "ingress.traefik.io/"],
    networks: ["whitelist-source-range"],
    restricts: ["auth-*"],
    mayRestrict: ["router.middlewares", "router.tls.options"],
    asks: {
      tlsAlone: ["router.tls"],
      certificate: ["router.tls.certresolver", "router.tls.domains*"],
      clearServers: ["service.serversscheme", "protocol"],
      verified: ["service.serverstransport"],
      rewrite: ["rewrite-target"],
      appRoot: ["app-root"],
      redirect: ["redirect-*"],
    },
    routes: [
      ...["router.entrypoints", "router.pathmatcher", "router.priority", "router.rulesyntax", "rule-type"],
      ...["request-modifier", "frontend-entry-points"],
    ],
  },
  {
    controller: "Contour",
    prefixes: ["projectcontour.io/", "contour.heptio.com/"],
    restricts: ["auth*", "client-certificate*"],
    routes: ["websocket-routes", "tls-cert-namespace", "upstream-protocol.*"],
    tunes: ["max-*", "num-retries", "per-try-timeout", "response-timeout", "request-timeout", "retry-on", "tls-minimum-protocol-version"],
  },
  {
    controller: "F5 Container Ingress Services",
    prefixes: ["virtual-server.f5.com/", "cis.f5.com/"],
    networks: ["allow-source-range", "whitelist-source-range"],
    restricts: ["waf", ["allowVlans", "allow-vlans"], "firewall*"],
    mayRestrict: ["policy", "clientssl"],
    routes: ["rewrite-*", "http-port", "https-port", "ssl-redirect", "allow-http", "serverssl", "secure-serverssl", "default-*"],
  },
  {
    controller: "AWS Load Balancer Controller",
    prefixes: ["alb.ingress.kubernetes.io/"],
    networks: ["inbound-cidrs"],
    restricts: ["scheme", ["security-groups", "security-group-prefix-lists"], "auth-*", "mutual-authentication", "waf*", "shield-*"],
    asks: { certificate: ["certificate-arn"], clearServers: ["backend-protocol"], forcedTls: ["ssl-redirect"] },
    routes: ["actions.*", "conditions.*", "backend-protocol-version", "listen-ports", "use-regex-*", "transforms.*"],
  },
  {
    controller: "Application Gateway",
    prefixes: ["appgw.ingress.kubernetes.io/"],
    restricts: ["use-private-ip", "waf-policy-for-path", "appgw-trusted-root-certificate"],
    mayRestrict: ["ssl-profile"],
    asks: {
      certificate: ["appgw-ssl-certificate"],
      rewrite: ["backend-path-prefix"],
      hostHeader: ["backend-hostname"],
      clearServers: ["backend-protocol"],
      forcedTls: ["ssl-redirect"],
    },
    routes: ["override-frontend-port", "rewrite-rule-set*"],
  },
  {
    controller: "Azure",
    prefixes: ["kubernetes.azure.com/"],
    asks: { certificate: ["tls-cert-keyvault-*"] },
  },
  {
    controller: "Kong",
    prefixes: ["konghq.com/"],
    mayRestrict: ["plugins", "override"],
    routes: ["strip-path", "path", "protocols", "methods", "headers*", "rewrite", "snis", "host-aliases", "preserve-host", "host-header"],
  },
  {
    controller: "Skipper",
    prefixes: ["zalando.org/"],
    // filters and predicates: the value is a program
    mayRestrict: ["skipper-filter", "skipper-predicate", "skipper-routes"],
    routes: ["backend-weights", "skipper-ingress-redirect*", "skipper-backend-protocol", "skipper-ingress-path-mode"],
    tunes: ["ratelimit", "skipper-loadbalancer", "skipper-backend"],
  },
  {
    controller: "Cilium",
    prefixes: ["ingress.cilium.io/", "service.cilium.io/"],
    restricts: ["force-https", "src-ranges-policy"],
    asks: { passthrough: ["tls-passthrough"] },
    routes: ["insecure-node-port", "secure-node-port", "host-listener-port", "global", "shared", "affinity"],
    tunes: [
      "loadbalancer-*",
      "service-*",
      "request-timeout",
      "lb-*",
      "forwarding-mode",
      "type",
      "node",
      "node-selector",
      "proxy-delegation",
    ],
  },
  {
    controller: "Apache APISIX",
    prefixes: ["k8s.apisix.apache.org/"],
    networks: ["allowlist-source-range"],
    restricts: ["blocklist-source-range", "auth-*", ["enable-csrf", "csrf-key"], ["http-allow-methods", "http-block-methods"]],
    mayRestrict: ["plugin-config-name"],
    routes: ["rewrite-*", "http-to-https", "http-redirect*", "use-regex", "upstream-*", "response-rewrite*"],
  },
  {
    controller: "Pomerium",
    prefixes: ["ingress.pomerium.io/"],
    restricts: [["policy", "allowed_*", "allow_any_authenticated_user", "tls_client_ca_secret", "tls_downstream_client_ca_secret"]],
    routes: ["prefix_rewrite", "regex_rewrite*", "path_regex", "host_rewrite*", "secure_upstream"],
  },
  {
    controller: "Emissary",
    prefixes: ["getambassador.io/"],
    mayRestrict: ["config"],
  },
  {
    controller: "GKE",
    prefixes: ["networking.gke.io/", "cloud.google.com/", "beta.cloud.google.com/", "kubernetes.io/ingress.", "ingress.gcp.kubernetes.io/"],
    restricts: ["load-balancer-type", "armor*"],
    mayRestrict: ["backend-config"],
    asks: { certificate: ["managed-certificates", "pre-shared-cert"], noClearText: ["allow-http"], clearServers: ["app-protocols"] },
    routes: ["v1beta1.FrontendConfig"],
  },
  {
    controller: "a cloud provider",
    prefixes: ["service.beta.kubernetes.io/", "service.kubernetes.io/"],
    networks: ["load-balancer-source-ranges", "azure-allowed-ip-ranges"],
    restricts: [["*-internal", "*-internal-load-balancer", "*-scheme", "*-ip-type", "*-private"], "*-security-groups", "azure-allowed-*"],
  },
  {
    controller: "AKO",
    prefixes: ["ako.vmware.com/", "passthrough.ako.vmware.com/"],
    restricts: ["disable-traffic"],
    // written by the controller itself
    cosmetic: ["controller-cluster-uuid", "host-fqdn-vs-uuid-map", "tenant-name", "project-name"],
  },
  {
    controller: "OpenShift",
    prefixes: ["openshift.io/"],
    cosmetic: ["host.generated", "generated-by"],
  },
  {
    // read for every Service with servers
    controller: "this package",
    prefixes: ["k8s-lb.io/"],
    cosmetic: ["drained"],
  },
  {
    controller: "a tool that manages the object",
    prefixes: [
      ...["kubectl.kubernetes.io/", "meta.helm.sh/", "helm.helm.sh/", "pulumi.com/", "argocd.argoproj.io/"],
      ...["kustomize.toolkit.fluxcd.io/", "app.kubernetes.io/", "endpoints.kubernetes.io/", "field.cattle.io/"],
    ],
    cosmetic: ["*"],
  },
];
