// The codes of a target's limits, settings and rules: unsupported or deviating features.

import type { SpecCodeEntry } from "./entry";

/** Limits of a target, its settings and its rules: unsupported or deviating features. */
export const TARGET_CODES = {
  LB1301: {
    severity: "error",
    effect: "route lost",
    scope: "rule",
    title: "The target cannot express this",
    remedy: "Remove it from the spec, or use a target that supports it.",
    example: "Route default/open /spec: example.com/ is not served in clear text: the redirect of AKO is for the whole host",
  },
  LB1302: {
    severity: "warning",
    effect: "differs",
    scope: "rule",
    title: "It is served, but not exactly as the object asks",
    remedy: "Change the spec if the difference matters to you.",
    example:
      "Ingress shop/web /spec: example.com/ok also matches /okx: a shared virtual service compares prefixes by characters and ignores case",
  },
  LB1303: {
    severity: "notice",
    effect: "none",
    scope: "rule",
    title: "A name was shortened",
    remedy: "Nothing. Shorter names of namespaces and objects avoid it.",
    example: "Ingress default/shop: the name of a virtual service has more characters than the target takes, and is shortened",
  },
  LB1304: {
    severity: "warning",
    effect: "none",
    scope: "settings",
    title: "An unknown setting was ignored",
    remedy: "Correct the spelling, or remove the key.",
    example: "Settings octavia /floating-network-id: the setting floating-network-id is unknown and is ignored",
  },
  LB1305: {
    severity: "error",
    effect: "fatal",
    scope: "settings",
    title: "A setting is missing or has a wrong value",
    remedy: "Correct the setting, or remove it.",
    example: 'Settings octavia /member_mode: the setting member_mode must be L2, L3, got "endpoints"',
  },
  LB1306: {
    severity: "notice",
    effect: "none",
    scope: "settings",
    title: "References to objects of the controller are not checked",
    remedy: "Nothing. Set `controllerObjects` to have them checked.",
    example:
      "HostRule default/h /spec: these objects of the controller were not checked and are assumed to exist: networksecuritypolicy nsp",
  },
  LB1307: {
    severity: "error",
    effect: "route lost",
    scope: "rule",
    title: "A rule of AKO is rejected",
    remedy: "Correct the rule, or add the object that it refers to.",
    example: "HTTPRule shop/web /spec: the rule is rejected and changes nothing: destinationCA of / has no certificate",
  },
  LB1308: {
    severity: "warning",
    effect: "none",
    scope: "rule",
    title: "A rule of AKO that an object refers to has no effect",
    remedy: "Correct the object that the annotation names, or the annotation.",
    example:
      "Service default/web /metadata/annotations/ako.vmware.com~1l4rule: L4Rule default/r is not among the specs; it changes nothing",
  },
  LB1309: {
    severity: "warning",
    effect: "none",
    scope: "settings",
    title: "A setting of AKO is not supported",
    remedy: "Remove the setting.",
    example:
      "Settings avi /enableEVH: the setting enableEVH is AKO's and is not supported: hosts with TLS are SNI children; naming ako-2-evh is for an AKO with enableEVH",
  },
  LB1310: {
    severity: "warning",
    effect: "none",
    scope: "rule",
    title: "An annotation of AKO is not supported",
    remedy: "Remove the annotation.",
    example:
      "Service default/lb /metadata/annotations/ako.vmware.com~1something-new: unknown AKO annotation ako.vmware.com/something-new; it is ignored",
  },
  LB1311: {
    severity: "warning",
    effect: "none",
    scope: "rule",
    title: "An object of AKO is not supported",
    remedy: "Make these changes with settings, or on the controller.",
    example: "SSORule default/x: SSORule of AKO is ignored: single sign-on rules of a host are not applied",
  },
  LB1312: {
    severity: "warning",
    effect: "differs",
    scope: "rule",
    title: "A rule of AKO, or one of its fields, has no effect",
    remedy: "Remove the field, or ignore the warning if you do not need it.",
    example: "HostRule default/r /spec: no host of the specs is a.example.com: the rule changes nothing",
  },
  LB1313: {
    severity: "error",
    effect: "fatal",
    scope: "settings",
    title: "A setting that determines which objects exist is not known at preview",
    remedy: "Use a plain value or the stack configuration, or create the resource that it comes from in an earlier run.",
    example: "the setting clusterName decides which objects there are, and preview does not know it yet",
  },
  LB1314: {
    severity: "warning",
    effect: "none",
    scope: "settings",
    title: "Settings let a health check last longer than the pause between two",
    remedy: "Set `monitor_timeout` to at most `monitor_delay`.",
    example:
      "Settings octavia /monitor_timeout: a check of the health monitor of pool default/web:80 may last 10 s, longer than the 5 s between two",
  },
  LB1315: {
    severity: "notice",
    effect: "none",
    scope: "rule",
    title: "The redirect of a host to https depends on the order of two policy sets, which no controller has confirmed",
    remedy:
      "Request http://HOST/ from your controller once: 302 or 301 is right, or give the report of `k8s-lb verify avi --send` with the setting `verified`. See docs/verify.md#assumptions-about-avi.",
    example:
      "Settings avi /naming: 1 host (shop.example.com): the policy set that redirects clear text to https comes after the one that serves the host, as AKO writes them",
  },
  LB1316: {
    severity: "warning",
    effect: "restriction lost",
    scope: "object",
    title: "A restriction of clients is not applied",
    remedy:
      "Restrict clients in the application or a firewall, or set `lostRestrictions: refuse` to serve nothing of the object until then.",
    example:
      "Service default/t /spec/loadBalancerSourceRanges: loadBalancerSourceRanges restricts clients and is not applied: everybody may connect",
  },
  LB1317: {
    severity: "warning",
    effect: "none",
    scope: "settings",
    title: "The report of `k8s-lb verify` is about another version",
    remedy: "Set the version of your server in the settings, or run `k8s-lb verify` again.",
    example: "Settings avi /verified: the report is about version 22.1.3, and the settings are for 30.2.1: it answers nothing",
  },
  LB1318: {
    severity: "error",
    effect: "fatal",
    scope: "settings",
    title: "The report of `k8s-lb verify` cannot be used",
    remedy: "Write it again with `k8s-lb verify TARGET -o json`, or remove the setting `verified`.",
    example: "Settings avi /verified: the report is about octavia, and this is for avi",
  },
  LB1319: {
    severity: "warning",
    effect: "none",
    scope: "settings",
    title: "A real server does not do what the translation relies on",
    remedy: "Do not rely on it: check the requests that it is about, and attach the report to an issue.",
    example: "Settings avi /verified: redirect-status does not hold on avi 30.2.1: 301 was answered",
  },
  LB1320: {
    severity: "warning",
    effect: "none",
    scope: "rule",
    title: "A health monitor asks something else than what makes the Pods ready",
    remedy: "Let the health check and the readinessProbe ask the same.",
    example:
      "IngressRoute shop/web /spec/routes/0/services/0/healthCheck: the load balancer asks GET / of Service shop/web and wants 200; Pods of Deployment shop/web are ready by GET /healthz: a Pod that is ready gets no requests while GET / fails",
  },
  LB1321: {
    severity: "warning",
    effect: "none",
    scope: "object",
    title: "A health monitor cannot follow what makes the Pods ready",
    remedy:
      "Give the Pods a readinessProbe that a load balancer can ask (docs/health.md#health-monitors-and-probes). Until then the monitor is the usual one.",
    example:
      "Service shop/web /spec/selector: the health monitor of port 80 does not follow what makes Pods ready: the readinessProbe of Deployment shop/web runs a command in the Pod",
  },
  LB1399: {
    severity: "warning",
    effect: "none",
    scope: "rule",
    title: "Requests get another answer than the specs ask for, and no limit of the target is known for it",
    remedy:
      "Report it with the manifests and settings that show it: it is a fault of this package. Until then change the spec if the difference matters to you.",
    example:
      "Ingress default/shop /spec/rules/0: http://shop.example.com/: the answer is 503, and the specs ask for default/web:80; this is a fault of pulumi-k8s-lb; please report it",
  },
  LB1607: {
    severity: "warning",
    effect: "none",
    scope: "object",
    title: "Several parts of a cluster serve one Ingress, so none of them writes its status",
    remedy: "Create one Ingress per host, or keep its hosts in one part.",
    example:
      "Ingress default/shop /status/loadBalancer: hosts of it are in several parts, each of which knows its own addresses only: none is written into its status",
  },
  LB1608: {
    severity: "warning",
    effect: "none",
    scope: "settings",
    title: "A cluster has more parts than shards",
    remedy: "Use more shards, or fewer parts.",
    example: "Settings avi /part/of: 3 parts share 1 shard: part 1 and later ones have no hosts",
  },
} satisfies Record<string, SpecCodeEntry>;
