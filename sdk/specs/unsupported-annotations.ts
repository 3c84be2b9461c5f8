// Messages for annotations of controllers that no target supports.

/** An unsupported annotation. */
export interface UnsupportedAnnotation {
  /** What happens instead: `requests are not redirected`. */
  otherwise: string;
  /** Default: to remove it, or to write its meaning in the spec. */
  remedy?: string;
  /** Values that ask for the default behaviour. Default: `false`, `none` and the like. */
  unless?: RegExp;
}

const SECRET = "Write the Secret into spec.tls, or the certificate into the Route.";
const TERMINATION = "Write an OpenShift Route with the termination in spec.tls, or an object that the page of your target names.";

/** Shared by several controllers. */
export const UNSUPPORTED_ANNOTATIONS = {
  redirect: { otherwise: "requests are not redirected" },
  appRoot: { otherwise: "requests for / are not redirected" },
  rewrite: { otherwise: "servers get the path of the request" },
  pattern: { otherwise: "paths are compared as texts, not as regular expressions" },
  further: { otherwise: "requests for these hosts are not answered", remedy: "Write a rule for each host." },
  hostHeader: { otherwise: "servers get the host of the request" },
  canary: {
    otherwise: "it takes no share: the rule of the same host and path that is older or comes first takes all requests",
    remedy: "Write both Services with weights into one rule: a Route, an IngressRoute and an HTTPRoute have weights.",
  },
  mirror: { otherwise: "requests are not mirrored" },
  errors: { otherwise: "answers of servers stay as they are" },
  clearServers: {
    otherwise: "servers get clear text",
    unless: /^\s*(auto_)?http\s*$|^\s*(false|h1|tcp)?\s*$/i,
    remedy: "Write a Route that re-encrypts, or the rule of your target that speaks TLS to servers.",
  },
  verified: { otherwise: "servers are not verified, and get no certificate of the load balancer", remedy: TERMINATION },
  passthrough: { otherwise: "TLS is not passed through: it ends at the load balancer, or clear text is served", remedy: TERMINATION },
  termination: { otherwise: "TLS is served only as spec.tls has it, and servers get clear text", remedy: TERMINATION },
  certificate: { otherwise: "hosts without a Secret in spec.tls get no TLS", remedy: SECRET },
  tlsAlone: { otherwise: "clear text is served too, and TLS only with a Secret in spec.tls", remedy: SECRET },
  noClearText: { otherwise: "clear text is served too", unless: /^\s*(true|yes|enabled)?\s*$/i },
  forcedTls: { otherwise: "clear text of hosts without a Secret in spec.tls is served", remedy: SECRET },
  clearBesideTls: {
    otherwise: "clear text of a host with TLS is redirected to https all the same",
    unless: /^\s*(true|yes)?\s*$/i,
  },
  strictTransport: { otherwise: "answers have no header Strict-Transport-Security" },
  timeouts: { otherwise: "requests end after the timeouts of the load balancer" },
  address: {
    otherwise: "hosts have any address of the network",
    remedy: "Name the address in the settings, or move it by hand before the run.",
    unless: /^$/,
  },
  keptAddress: { otherwise: "the floating IP goes with its load balancer" },
} satisfies Record<string, UnsupportedAnnotation>;

/** Name of such an annotation. */
export type UnsupportedAnnotationName = keyof typeof UNSUPPORTED_ANNOTATIONS;
