/** Controllers of load balancing, and what their annotations do there. */

/** One controller with its annotations: names without the prefix, where `*` stands for any characters. */
export interface AnnotatedController {
  controller: string;
  prefixes: readonly string[];
  /** Networks that may connect, separated by commas or blanks; no `*`. They restrict too. */
  networks?: readonly string[];
  /** Those of one list are parts of one restriction. */
  restricts?: readonly (string | readonly string[])[];
  /** They name what is elsewhere, so that they may restrict. */
  mayRestrict?: readonly string[];
  /** Details of restrictions, which say nothing alone. */
  details?: readonly string[];
  /** Configuration of the proxy in its own language. */
  snippets?: readonly string[];
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

/** All of them, the first that has a name counts. */
export const CONTROLLERS: readonly AnnotatedController[] = [
  {
    controller: "ingress-nginx",
    prefixes: ["nginx.ingress.kubernetes.io/"],
    networks: ["whitelist-source-range", "allowlist-source-range"],
    restricts: ["denylist-source-range", ["auth-*"], ["enable-modsecurity", "enable-owasp-*", "modsecurity-*"]],
    details: ["satisfy"],
    snippets: ["configuration-snippet", "server-snippet", "stream-snippet"],
    routes: [
      ...["app-root", "rewrite-target", "use-regex", "canary*", "permanent-redirect*", "temporal-redirect*", "from-to-www-redirect"],
      ...["backend-protocol", "ssl-passthrough", "ssl-redirect", "force-ssl-redirect", "preserve-trailing-slash", "server-alias"],
      ...["upstream-vhost", "default-backend", "custom-http-errors", "mirror-*", "grpc-backend", "secure-backends", "x-forwarded-prefix"],
    ],
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
    routes: ["rewrite-target", "set-path-type"],
    tunes: ["timeout*", "balance", "disable_cookies", "cookie*", "rate-limit-connections*", "pod-concurrent-connections", "hsts_header"],
  },
  {
    controller: "octavia-ingress-controller",
    prefixes: ["octavia.ingress.kubernetes.io/"],
    networks: ["whitelist-source-range"],
    restricts: ["internal"],
    tunes: ["timeout-*", "floatingip", "keep-floatingip"],
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
    routes: [
      "path-rewrite",
      "request-redirect*",
      "ssl-redirect*",
      "ssl-passthrough",
      "server-ssl",
      "server-proto",
      "set-host",
      "route-acl",
    ],
  },
  {
    controller: "Traefik",
    prefixes: ["traefik.ingress.kubernetes.io/", "ingress.traefik.io/"],
    networks: ["whitelist-source-range"],
    restricts: ["auth-*"],
    mayRestrict: ["router.middlewares", "router.tls.options"],
    routes: [
      ...["router.entrypoints", "router.pathmatcher", "router.priority", "router.rulesyntax", "rule-type", "rewrite-target", "app-root"],
      ...["redirect-*", "service.serversscheme", "service.serverstransport", "request-modifier", "frontend-entry-points", "protocol"],
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
    routes: ["actions.*", "conditions.*", "ssl-redirect", "backend-protocol*", "listen-ports", "use-regex-*", "transforms.*"],
  },
  {
    controller: "Application Gateway",
    prefixes: ["appgw.ingress.kubernetes.io/"],
    restricts: ["use-private-ip", "waf-policy-for-path", "appgw-trusted-root-certificate"],
    mayRestrict: ["ssl-profile"],
    routes: ["backend-path-prefix", "backend-hostname", "backend-protocol", "ssl-redirect", "override-frontend-port", "rewrite-rule-set*"],
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
    // filters and predicates: their value is a program
    mayRestrict: ["skipper-filter", "skipper-predicate", "skipper-routes"],
    routes: ["backend-weights", "skipper-ingress-redirect*", "skipper-backend-protocol", "skipper-ingress-path-mode"],
    tunes: ["ratelimit", "skipper-loadbalancer", "skipper-backend"],
  },
  {
    controller: "Cilium",
    prefixes: ["ingress.cilium.io/", "service.cilium.io/"],
    restricts: ["force-https", "src-ranges-policy"],
    routes: ["tls-passthrough", "insecure-node-port", "secure-node-port", "host-listener-port", "global", "shared", "affinity"],
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
    prefixes: ["networking.gke.io/", "cloud.google.com/", "beta.cloud.google.com/", "kubernetes.io/ingress."],
    restricts: ["load-balancer-type", "armor*"],
    mayRestrict: ["backend-config"],
    routes: ["allow-http", "v1beta1.FrontendConfig", "app-protocols"],
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
    // what it writes for itself
    cosmetic: ["controller-cluster-uuid", "host-fqdn-vs-uuid-map", "tenant-name", "project-name"],
  },
  {
    controller: "OpenShift",
    prefixes: ["openshift.io/"],
    cosmetic: ["host.generated", "generated-by"],
  },
  {
    // read wherever a Service has servers
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
