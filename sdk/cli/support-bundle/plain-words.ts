/**
 * Names that are the same everywhere, and say nothing of whoever uses them: they are never replaced. A single letter is none of anybody, and
 * replaced it would take every other with it.
 */
const COMMON = new Set(
  [
    "default kube-system localhost root admin true false null none yes no unknown secret ok failed error warning notice info debug",
    "http https tcp udp sctp tls terminated_https proxy terminated h2c grpc get put post patch delete",
    "avi octavia mizar routes kubernetes k8s-lb pulumi pulumi-k8s-lb pulumi-nodejs node tools k8s lb dynamic urn",
    "service ingress route ingressroute gateway httproute tcproute udproute tlsroute listenerset endpoints endpointslice secret pod network",
    "virtualservice vsvip pool poolgroup loadbalancer listener member floatingip sslkeyandcertificate vrfcontext httppolicyset l4policyset",
    "ako-1 ako-1.2 ako-1.2.1 ako-2 ako-2-evh kuryr occm clusterip nodeport nodeportlocal l3 l4 l7 l4vs snivs sharedvs dedicatedvs passthroughvs gatewayvs",
    "v1 v1alpha1 v1alpha2 v1alpha3 v1beta1 v1beta2 v2 v3 linux darwin win32 x64 arm64 amd64 http2 utf-8 sha256 sha-256 read-only",
    "tls.crt tls.key ca.crt kubernetes.io metadata.name networking.k8s.io gateway.networking.k8s.io discovery.k8s.io route.openshift.io ako.vmware.com contour.heptio.com projectcontour.io",
    "what is this that the and for with from not its has was are who which each other name namespace kind object code message state",
  ].flatMap((line) => line.split(" ")),
);

/** True for a word that is replaced nowhere, also where an object is called so. */
export const isCommon = (word: string): boolean => word.length < 2 || /^[\d.]+$/.test(word) || COMMON.has(word.toLowerCase());

/** Numbers, times, versions and codes of this package, which look like names and are none. */
const FORMS = [
  /^\d[\d.,]*(?:ms|s|m|h|d|kB|MB|GB|B|x)?$/,
  /^v?\d+\.\d+(?:\.\d+)?(?:-[a-z]+(?:\.\d+)?)?$/,
  /^\d{4}-\d\d-\d\d(?:T[\d.]*Z?)?$/,
  /^\d\d(?:\.\d+)?Z$/,
  /^LB\d{4}$/,
  // a digest of ours, and the variables that back ends read
  /^h[\da-f]{16}$/,
  /^(?:AVI|OS|K8S_LB|KUBE|PULUMI)_[A-Z_]+$/,
  /^k8s_lb_watch_[a-z_]+$/,
  // a class of this package
  /^(?:avi|octavia|mizar)\.[A-Z][A-Za-z\d]+$/,
];

/** True for a token of a text that may be shown although nobody knows it: a plain word, a number, a version, a code. */
export const isPlain = (token: string): boolean =>
  isCommon(token) || /^[A-Za-z]+\.?$/.test(token) || FORMS.some((form) => form.test(token));
