import { expect } from "vitest";
import { requestLines } from "../../requests/differences/change-lines";
import type { RequestChange } from "../../requests/differences/changes";
import { readSpecs } from "../../sdk/frontends";
import { TARGETS } from "../../sdk/targets";
import { type Converted, type ConvertOptions, convert } from "../../sdk/to-gateway";

/** Settings with which each target serves Ingresses without a class, and hosts of any group. */
export const GATEWAY_SETTINGS = {
  avi: { defaultIngController: true },
  octavia: { service_subnet_id: "s", defaultIngController: true },
} as const;

type GatewayTarget = keyof typeof GATEWAY_SETTINGS;

/** Gateway API for manifests. */
export function converted(to: GatewayTarget, objects: readonly unknown[], options: ConvertOptions = {}): Converted {
  const raws = objects.map((value) => ({ value }));
  const settings = { ...GATEWAY_SETTINGS[to], ...options.settings };
  const result = convert(TARGETS[to], raws, { ...options, settings });
  if (!result) throw new Error(`${to} serves no Gateways`);
  return result;
}

/** Lines of the requests that get another answer, save for what is true of the older kind on the target and of no Gateway. */
export function differenceLines({ differences }: Pick<Converted, "differences">): string[] {
  const changes = differences.changes.filter((one) => !KNOWN.some((isKnown) => isKnown(one)));
  return requestLines({ ...differences, changes });
}

const KNOWN: readonly ((one: RequestChange) => boolean)[] = [
  // a wildcard of Gateway API covers names of several labels, which is told as a loss
  ({ host }) => host.startsWith("**."),
  // labels of Avi fit by characters, small and capital ones alike
  ({ wasRule }) => wasRule?.match?.some((one) => one.of === "path" && one.is === "characters" && one.fold) === true,
  // Octavia redirects a whole host to TLS, also the requests that the host leaves to a default backend
  ({ was, wasRule, isRule }) => was.kind === "redirect" && !wasRule?.match && isRule?.by?.object.endsWith("-default") === true,
];

// biome-ignore lint/suspicious/noExplicitAny: manifests of all kinds
type Spec = any;

/** Specs of the written manifests of a kind. */
export const specsOf = ({ manifests }: Pick<Converted, "manifests">, kind: string): Spec[] =>
  manifests.filter((one) => one.kind === kind).map(({ spec }) => spec);

/** Losses as text: `IngressRoute default/web /spec/routes/0/retryPolicy: ...`. */
export const lossTexts = ({ losses }: Pick<Converted, "losses">): string[] =>
  losses.map(({ object, pointer, message }) => `${object.kind} ${object.namespace}/${object.name} ${pointer}: ${message}`);

/** The manifests are as the definitions of Gateway API want them. */
export function expectReadable({ manifests }: Pick<Converted, "manifests">): void {
  const { diagnostics, faulty } = readSpecs(manifests.map((value) => ({ value })));
  expect({ diagnostics, faulty: [...faulty] }).toEqual({ diagnostics: [], faulty: [] });
}
