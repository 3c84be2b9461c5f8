// Reads the annotations of OCCM.

import type { Diagnostic } from "../../../../../resources/diagnostic";
import { diagnose, ignoredAnnotations, pointer, type Service } from "../../../../specs";
import { LONGEST_TIMEOUT } from "../context";
import { INTERNAL_SERVICE_ANNOTATION as INTERNAL, SOURCE_RANGES_ANNOTATION } from "../source-ranges";

const PREFIX = "loadbalancer.openstack.org/";

/** Every annotation of the OpenStack cloud provider that is read, without its prefix (octavia.md 3.2). */
const NAMES = [
  "availability-zone",
  "class",
  "connection-limit",
  "default-tls-container-ref",
  "enable-health-monitor",
  "flavor-id",
  "floating-network-id",
  "floating-subnet",
  "floating-subnet-id",
  "floating-subnet-tags",
  "health-monitor-delay",
  "health-monitor-max-retries",
  "health-monitor-max-retries-down",
  "health-monitor-timeout",
  "hostname",
  "keep-floatingip",
  "lb-method",
  "load-balancer-id",
  "member-subnet-id",
  "network-id",
  "node-selector",
  "port-id",
  "proxy-protocol",
  "subnet-id",
  "timeout-client-data",
  "timeout-member-connect",
  "timeout-member-data",
  "timeout-tcp-inspect",
  "x-forwarded-for",
] as const;

type OccmAnnotation = (typeof NAMES)[number];

const LARGEST = 2_147_483_647;

/** Annotations with numbers, and the limits of Octavia. */
const NUMBERS = {
  "connection-limit": [-1, LARGEST],
  "health-monitor-delay": [1, LARGEST],
  "health-monitor-max-retries": [1, 10],
  "health-monitor-max-retries-down": [1, 10],
  "health-monitor-timeout": [1, LARGEST],
  "timeout-client-data": [0, LONGEST_TIMEOUT],
  "timeout-member-connect": [0, LONGEST_TIMEOUT],
  "timeout-member-data": [0, LONGEST_TIMEOUT],
  "timeout-tcp-inspect": [0, LONGEST_TIMEOUT],
} as const satisfies { [N in OccmAnnotation]?: readonly [least: number, most: number] };

/** The cloud provider writes it into each Service that it has served. */
const SERVED = "load-balancer-address";

const USED = [...[...NAMES, SERVED].map((name) => PREFIX + name), INTERNAL, SOURCE_RANGES_ANNOTATION];

/** Reports annotations that are not read; one with our prefix is misspelt. */
export function unusedAnnotations({ ref, meta }: Service): Diagnostic[] {
  const ours = (diagnostic: Diagnostic) => diagnostic.pointer.startsWith(pointer("metadata", "annotations", PREFIX));
  return ignoredAnnotations(ref, meta.annotations, USED).map((found) => (ours(found) ? { ...found, severity: "warning" } : found));
}

/** JSON pointer of an annotation of ours. */
export const annotationAt = (name: OccmAnnotation) => pointer("metadata", "annotations", PREFIX + name);

/** Full name of an annotation of ours, for messages. */
export const annotationName = (name: OccmAnnotation) => PREFIX + name;

export interface Annotations {
  /** Text of an annotation. An empty text counts: `floating-network-id: ""` means none. */
  text(name: OccmAnnotation): string | undefined;
  flag(name: OccmAnnotation, otherwise: boolean): boolean;
  wholeNumber(name: keyof typeof NUMBERS, otherwise: number): number;
  internal(otherwise: boolean): boolean;
  /** True if the cloud provider has served the Service. It never shares the load balancer of an internal Service. */
  served: boolean;
}

/** Reads the annotations of one Service. An invalid value is reported, and its default is used. */
export function annotations({ ref, meta }: Service, report: (diagnostic: Diagnostic) => void): Annotations {
  const reported = new Set<string>(); // every port of the Service asks
  const wrong = (name: string, value: string, kind: string, otherwise: unknown) => {
    if (reported.has(name)) return;
    reported.add(name);
    report(
      diagnose("LB1403", ref, pointer("metadata", "annotations", name), `${JSON.stringify(value)} is not ${kind}; ${otherwise} is used`),
    );
  };
  const flag = (name: string, otherwise: boolean) => {
    const value = meta.annotations[name];
    if (value === undefined) return otherwise;
    if (value === "true" || value === "false") return value === "true";
    wrong(name, value, "true or false", otherwise);
    return otherwise;
  };
  return {
    text: (name) => meta.annotations[PREFIX + name],
    flag: (name, otherwise) => flag(PREFIX + name, otherwise),
    wholeNumber(name, otherwise) {
      const value = meta.annotations[PREFIX + name];
      if (value === undefined) return otherwise;
      const [least, most] = NUMBERS[name];
      if (/^[+-]?\d+$/.test(value) && Number(value) >= least && Number(value) <= most) return Number(value);
      wrong(PREFIX + name, value, `a whole number from ${least} to ${most}`, otherwise);
      return otherwise;
    },
    internal: (otherwise) => flag(INTERNAL, otherwise),
    served: Boolean(meta.annotations[PREFIX + SERVED]),
  };
}
