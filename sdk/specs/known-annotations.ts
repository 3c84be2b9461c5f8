/** Annotations that controllers of load balancing read, by what they do there. */

/**
 * Effect of an annotation at its controller: it restricts who may connect, changes where requests go or how they are answered, tunes how
 * they are handled, or says nothing about load balancing.
 */
export type AnnotationEffect = "restricts" | "routes" | "tunes" | "cosmetic";

/** One controller with its annotations: names without the prefix, where `*` stands for any characters. */
interface AnnotatedController {
  controller: string;
  prefixes: readonly string[];
  /** Networks that may connect, separated by commas or blanks; no `*`. They restrict too. */
  networks?: readonly string[];
  restricts?: readonly string[];
  /** Configuration of the proxy in its own language. */
  snippets?: readonly string[];
  routes?: readonly string[];
  tunes?: readonly string[];
  cosmetic?: readonly string[];
}

const HAPROXY_INGRESS = {
  networks: ["whitelist-source-range", "allowlist-source-range"],
  restricts: ["denylist-source-range", "auth-*", "oauth*", "cert-auth-*", "waf*", "modsecurity*"],
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

const CONTROLLERS: readonly AnnotatedController[] = [
  {
    controller: "ingress-nginx",
    prefixes: ["nginx.ingress.kubernetes.io/"],
    networks: ["whitelist-source-range", "allowlist-source-range"],
    restricts: ["denylist-source-range", "auth-*", "satisfy", "enable-modsecurity", "enable-owasp-*", "modsecurity-*"],
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
    restricts: ["basic-auth-*", "jwt-*", "policies", "app-protect*"],
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
    restricts: ["deny-list", "blacklist", "auth-*", "client-ca", "client-crt-optional"],
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
    restricts: ["router.middlewares", "router.tls.options", "auth-*"],
    routes: [
      ...["router.entrypoints", "router.pathmatcher", "router.priority", "router.rulesyntax", "rule-type", "rewrite-target", "app-root"],
      ...["redirect-*", "service.serversscheme", "service.serverstransport", "request-modifier", "frontend-entry-points", "protocol"],
    ],
  },
  {
    controller: "Contour",
    prefixes: ["projectcontour.io/", "contour.heptio.com/"],
    restricts: ["auth-*", "client-certificate*"],
    routes: ["websocket-routes", "tls-cert-namespace", "upstream-protocol.*"],
    tunes: ["max-*", "num-retries", "per-try-timeout", "response-timeout", "request-timeout", "retry-on", "tls-minimum-protocol-version"],
  },
  {
    controller: "F5 Container Ingress Services",
    prefixes: ["virtual-server.f5.com/", "cis.f5.com/"],
    networks: ["allow-source-range", "whitelist-source-range"],
    restricts: ["waf", "policy", "allowVlans", "allow-vlans", "clientssl", "firewall*"],
    routes: ["rewrite-*", "http-port", "https-port", "ssl-redirect", "allow-http", "serverssl", "secure-serverssl", "default-*"],
  },
  {
    controller: "AWS Load Balancer Controller",
    prefixes: ["alb.ingress.kubernetes.io/"],
    networks: ["inbound-cidrs"],
    restricts: ["scheme", "security-groups", "security-group-prefix-lists", "auth-*", "mutual-authentication", "waf*", "shield-*"],
    routes: ["actions.*", "conditions.*", "ssl-redirect", "backend-protocol*", "listen-ports", "use-regex-*", "transforms.*"],
  },
  {
    controller: "Application Gateway",
    prefixes: ["appgw.ingress.kubernetes.io/"],
    restricts: ["use-private-ip", "waf-policy-for-path", "appgw-trusted-root-certificate", "ssl-profile"],
    routes: ["backend-path-prefix", "backend-hostname", "backend-protocol", "ssl-redirect", "override-frontend-port", "rewrite-rule-set*"],
  },
  {
    controller: "Kong",
    prefixes: ["konghq.com/"],
    restricts: ["plugins"],
    routes: ["strip-path", "path", "protocols", "methods", "headers*"],
  },
  {
    controller: "GKE",
    prefixes: ["networking.gke.io/", "cloud.google.com/", "kubernetes.io/ingress."],
    restricts: ["load-balancer-type", "armor*", "backend-config"],
    routes: ["allow-http", "v1beta1.FrontendConfig", "app-protocols"],
  },
  {
    controller: "a cloud provider",
    prefixes: ["service.beta.kubernetes.io/", "service.kubernetes.io/"],
    networks: ["load-balancer-source-ranges", "azure-allowed-ip-ranges"],
    restricts: ["*-internal", "*-internal-load-balancer", "*-scheme", "*-security-groups", "azure-allowed-*", "*-ip-type", "*-private"],
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

/** Words that say of an annotation of any controller that it restricts clients. */
const RESTRICTING =
  /(white|allow|black|deny)[-_]?(list|ip|source|cidr)|source[-_]?ranges?|(allowed|inbound)[-_]?cidrs?|\/([\w.-]*[-_.])?auth[-_]/i;

/** Directives of nginx and HAProxy that turn clients away. */
const TURNS_AWAY = /\b(deny|auth_\w+|satisfy|reject|return\s+4\d\d|ssl_verify_client)\b/;

/** Values that restrict nobody. */
const OPEN = /^\s*(false|off|no|none|0|internet-facing|external|public|optional_no_ca)?\s*$/i;

export interface KnownAnnotation {
  controller: string;
  does: AnnotationEffect;
  /** Its value is a list of the networks that may connect. */
  networks?: true;
}

type Rule = KnownAnnotation & { matches: RegExp; isSnippet?: true };

const escaped = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");

const RULES: readonly Rule[] = CONTROLLERS.flatMap(({ controller, prefixes, ...names }): Rule[] => {
  const rule = (list: readonly string[] | undefined, does: AnnotationEffect, more: Partial<Rule> = {}): Rule[] => {
    if (!list) return [];
    const matches = new RegExp(`^(${prefixes.map(escaped).join("|")})(${list.map(escaped).join("|")})$`);
    return [{ controller, does, matches, ...more }];
  };
  return [
    ...rule(names.networks, "restricts", { networks: true }),
    ...rule(names.restricts, "restricts"),
    ...rule(names.snippets, "routes", { isSnippet: true }),
    ...rule(names.routes, "routes"),
    ...rule(names.tunes, "tunes"),
    ...rule(names.cosmetic, "cosmetic"),
  ];
});

/** Full names of the annotations whose values are lists of networks. */
export const NETWORK_ANNOTATIONS: readonly string[] = CONTROLLERS.flatMap(({ prefixes, networks = [] }) =>
  prefixes.flatMap((prefix) => networks.map((name) => prefix + name)),
);

/** Effect of an annotation with this value; undefined if no controller of the table reads it. */
export function knownAnnotation(name: string, value: string): KnownAnnotation | undefined {
  const rule = RULES.find(({ matches }) => matches.test(name));
  if (!rule && !RESTRICTING.test(name)) return undefined;
  const { controller, does, networks, isSnippet } = rule ?? { controller: "another controller", does: "restricts" };
  const effect = isSnippet && TURNS_AWAY.test(value) ? "restricts" : does;
  if (effect === "restricts" && (OPEN.test(value) || (networks && isEverybody(value)))) return { controller, does: "tunes" };
  return { controller, does: effect, ...(networks ? { networks } : {}) };
}

/** Networks as they are listed in an annotation. */
export const listedNetworks = (value: string): string[] => value.split(/[\s,]+/).filter(Boolean);

const isEverybody = (value: string) => listedNetworks(value).some((range) => /^(0\.0\.0\.0|::)\/0$/.test(range));
