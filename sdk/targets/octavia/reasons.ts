// Explains why Octavia answers a request differently from what the specs ask.

import type { Answer } from "../../../requests/answer/effect";
import { describeObject } from "../../../resources/diagnostic";
import { COMMON_REASONS, type ConcernedRule, isSameOfReady, type Reason } from "../../requests/validation";

/** Limits of Octavia, its version, its provider and the settings, for which requests are served otherwise than the specs ask. */
export const OCTAVIA_REASONS: readonly Reason[] = [
  {
    kinds: ["refused"],
    why: "Annotations that restrict clients are applied to the listeners of an object; what the specs ask for does not have them.",
    fits: ({ difference: { group } }) => !group.startsWith("Gateway "),
  },
  {
    kinds: ["edits", "shares", "elsewhere"],
    why: "The timeout of an IngressRoute is that of its listener, where all routes agree: Octavia has none for a path.",
    fits: ({ difference: { was, is }, concerned: [first] }) =>
      first?.ref.kind === "IngressRoute" &&
      was.kind === "forward" &&
      is.kind === "forward" &&
      was.timeout !== undefined &&
      is.timeout === undefined &&
      isSameOfReady(was, { ...is, timeout: was.timeout }),
  },
  {
    kinds: ["location"],
    why: "A host without clear text of its own has one redirect, with the status of the first object that asks for one.",
    fits: ({ difference: { was, is }, concerned, ofHost }) =>
      was.kind === "redirect" &&
      is.kind === "redirect" &&
      was.location === is.location &&
      [...concerned, ...ofHost].some(({ rule: { to } }) => "redirect" in to && to.status === is.status),
    words: ({ difference: { was, is }, ofHost }) => {
      const [status, others] = [statusOf(is), ofHost.filter(({ rule: { to } }) => "redirect" in to && to.status === statusOf(is))];
      const by = [...new Set(others.map(({ ref }) => describeObject(ref)))].join(", ");
      return `redirected with ${status} instead of ${statusOf(was)}, as ${by || "another object"} asks: the host has one redirect on Octavia`;
    },
    remedy: "Let one kind of object serve the host.",
  },
  {
    kinds: ["lost"],
    why: "Annotations of a Service let a listener read requests: it speaks HTTP in the place of plain TCP.",
    fits: ({ difference, speaks }) => difference.protocol === "tcp" && (speaks === "http" || speaks === "https"),
  },
  {
    kinds: ["extra"],
    why: "A listener for passthrough hands every connection on, whatever name it asks for.",
    fits: ({ difference: { is } }) => is.kind === "forward" && is.tls === "passthrough",
  },
  {
    kinds: ["redirected"],
    why: "A redirect goes before all pools, the default one too.",
    fits: ({ difference: { wasRule } }) => wasRule?.by?.pointer === "/spec/defaultBackend" || wasRule?.by?.pointer === "/spec/backend",
    words: () =>
      "requests that none of its paths takes are redirected to https, and do not reach the default backend: Octavia redirects before it chooses a pool",
    remedy: "Give the host a path / of its own, or serve its clear text.",
  },
  {
    kinds: ["extra"],
    why: "A Route refuses clear text of its host, and rules for every host take it: those without a host, and the default backend.",
    fits: ({ difference: { protocol, is, isRule }, ofHost }) =>
      protocol === "http" && ofHost.some(isOfRoute) && is.kind === "forward" && FOR_EVERY_HOST.test(isRule?.on ?? ""),
    words: () =>
      "the Route of the host refuses clear text, and a rule for every host answers it: Octavia has no policy that leaves a host without an answer",
    remedy: "Let the Route redirect clear text (`insecureEdgeTerminationPolicy: Redirect`), or give that rule a group of its own.",
  },
  ...COMMON_REASONS,
];

const statusOf = (answer: Answer): number | null | undefined => (answer.kind === "redirect" ? answer.status : undefined);

const isOfRoute = ({ ref }: ConcernedRule): boolean => ref.kind === "Route" && /^(route\.openshift\.io\/|v1$)/.test(ref.apiVersion);

/** The default pool of a listener, and policies of rules without a host: `l7policy/*` and the path. */
const FOR_EVERY_HOST = /^(listener\/|l7policy\/\*[/^])/;
