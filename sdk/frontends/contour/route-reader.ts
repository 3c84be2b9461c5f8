// Reads the Route CRD of Contour.

import { z } from "zod";
import type { Diagnostic, ObjectRef } from "../../../resources/diagnostic";
import {
  diagnose,
  fieldPath,
  type HealthCheckSpec,
  ignoredAnnotations,
  ignoredFields,
  ignoredFieldsOf,
  isRecord,
  type KindReader,
  pointer,
  type Spec,
  shown,
} from "../../specs";
import { CONTOUR_CLASS_ANNOTATIONS } from "./ingress-route-reader";

/** Load balancing strategies of the Route CRD (seed contour-route-crd.md, line 30). */
const STRATEGIES = ["RoundRobin", "WeightedLeastRequest", "Random"] as const;
type RouteStrategy = (typeof STRATEGIES)[number];

export interface RouteUpstream {
  service: string;
  port: number;
  /** Percentage of the traffic; absent if not given. */
  weight?: number;
  /** Replaces that of the object as a whole. */
  healthCheck?: HealthCheckSpec;
  pointer: string;
}

export interface ContourRouteRule {
  prefix: string;
  strategy?: RouteStrategy;
  upstreams: RouteUpstream[];
  pointer: string;
}

/** The Route CRD of Contour; OpenShift has another kind named Route. */
export interface ContourRoute extends Spec {
  /** Empty if missing or invalid. */
  host: string;
  strategy?: RouteStrategy;
  healthCheck?: HealthCheckSpec;
  routes: ContourRouteRule[];
  /** Faults in its fields. Any of them makes the object invalid; the rest is checked to report all errors at once. */
  faults: Diagnostic[];
}

const HOST = /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?(\.[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?)*$/i;
const PATH = /^\/(?:[\t ]|[^\0-\x20\x7f])*$/;
const CHECK_FIELDS = ["path", "intervalSeconds", "timeoutSeconds", "unhealthyThresholdCount"];

/** Fields are checked one by one. */
const schema = z.looseObject(ignoredFieldsOf("spec", "status"));

export const contourRouteReader: KindReader<ContourRoute> = {
  kind: "Route",
  apiVersions: ["contour.heptio.com/v1alpha1", "contour.heptio.com/v1beta1"],
  asks: true,
  rejected: "Invalid",
  hosts: [{ path: "spec.host" }],
  schema,
  build(base, value: z.infer<typeof schema>, report) {
    const check = new FieldCheck(base.ref);
    const reportIgnored = (item: unknown, fields: readonly string[], ...at: (string | number)[]) =>
      ignoredFields(base.ref, item, fields, ...at).forEach(report);
    ignoredAnnotations(base.ref, base.meta.annotations, CONTOUR_CLASS_ANNOTATIONS).forEach(report);
    const spec = check.object(["spec"], value.spec) ?? {};
    reportIgnored(spec, ["host", "strategy", "lbHealthCheck", "routes"], "spec");

    const strategyOf = (value: unknown, ...at: (string | number)[]) => {
      // line 30 of the seed writes the names with blanks, line 38 without
      const name = typeof value === "string" ? value.replaceAll(" ", "") : value;
      if (name === undefined || name === null) return undefined;
      const strategy = STRATEGIES.find((known) => known === name);
      return strategy ?? check.fault(at, `must be ${STRATEGIES.join(", ")}; got the unknown strategy ${JSON.stringify(value)}`);
    };
    const healthCheckOf = (block: unknown, fields: readonly string[], ...at: (string | number)[]): HealthCheckSpec | undefined => {
      const healthCheck = check.object(at, block);
      if (!healthCheck) return undefined;
      reportIgnored(healthCheck, fields, ...at);
      const count = (field: string) =>
        fields.includes(field) ? check.integer([...at, field], healthCheck[field], { least: 1, what: "a positive integer" }) : undefined;
      return {
        path: check.text([...at, "path"], healthCheck.path, { required: true, pattern: PATH, what: "a path that begins with /" }),
        intervalSeconds: count("intervalSeconds"),
        timeoutSeconds: count("timeoutSeconds"),
        unhealthyThresholdCount: count("unhealthyThresholdCount"),
        healthyThresholdCount: count("healthyThresholdCount"),
      };
    };

    const host = check.text(["spec", "host"], spec.host, { required: true, pattern: HOST, what: "a DNS host name" }) ?? "";
    return {
      ...base,
      host,
      strategy: strategyOf(spec.strategy, "spec", "strategy"),
      healthCheck: healthCheckOf(spec.lbHealthCheck, CHECK_FIELDS, "spec", "lbHealthCheck"),
      routes: check.list(["spec", "routes"], spec.routes).map(({ item: route, at }, i) => {
        reportIgnored(route, ["pathPrefix", "strategy", "upstreams"], ...at);
        return {
          prefix: check.text([...at, "pathPrefix"], route.pathPrefix, { pattern: PATH, what: "a path that begins with /" }) ?? "/",
          strategy: strategyOf(route.strategy, ...at, "strategy"),
          upstreams: check.list([...at, "upstreams"], route.upstreams).map(({ item: upstream, at }, j) => {
            reportIgnored(upstream, ["serviceName", "servicePort", "weight", "lbHealthCheck"], ...at);
            const port = { required: true, least: 1, most: 65535, what: "an integer port between 1 and 65535" };
            const weight = { least: 0, most: 100, what: "a percentage, an integer between 0 and 100" };
            return {
              service: check.text([...at, "serviceName"], upstream.serviceName, { required: true, what: "the name of a Service" }) ?? "",
              port: check.integer([...at, "servicePort"], upstream.servicePort, port) ?? 0,
              weight: check.integer([...at, "weight"], upstream.weight, weight),
              healthCheck: healthCheckOf(upstream.lbHealthCheck, [...CHECK_FIELDS, "healthyThresholdCount"], ...at, "lbHealthCheck"),
              pointer: `/spec/routes/${i}/upstreams/${j}`,
            };
          }),
          pointer: `/spec/routes/${i}`,
        };
      }),
      faults: check.faults,
    };
  },
};

/** Path of a field, as in `spec.routes[0].pathPrefix`. */
type RouteFieldPath = readonly (string | number)[];

/**
 * Checks fields one by one, so that a user sees all faults of an object at once: a schema stops at a wrong type, and its messages lack
 * field and value.
 */
class FieldCheck {
  readonly faults: Diagnostic[] = [];

  constructor(private readonly ref: ObjectRef) {}

  fault(at: RouteFieldPath, problem: string): undefined {
    this.faults.push(diagnose("LB1526", this.ref, pointer(...at), `${fieldPath(at)} ${problem}`));
    return undefined;
  }

  text(at: RouteFieldPath, value: unknown, rule: { required?: boolean; pattern?: RegExp; what: string }): string | undefined {
    if (absent(value) || (value === "" && rule.required)) {
      return rule.required ? this.fault(at, `is missing and required; it must be ${rule.what}`) : undefined;
    }
    if (typeof value === "string" && (rule.pattern ?? /^/).test(value)) return value;
    return this.fault(at, `must be ${rule.what}, got ${shown(value)}`);
  }

  integer(
    at: RouteFieldPath,
    value: unknown,
    rule: { required?: boolean; least: number; most?: number; what: string },
  ): number | undefined {
    if (absent(value)) return rule.required ? this.fault(at, `is missing and required; it must be ${rule.what}`) : undefined;
    const fits = typeof value === "number" && Number.isInteger(value) && value >= rule.least && value <= (rule.most ?? 2 ** 31 - 1);
    return fits ? value : this.fault(at, `must be ${rule.what}, got ${shown(value)}`);
  }

  /** Elements of a list that must not be empty. */
  list(at: RouteFieldPath, value: unknown): { item: Record<string, unknown>; at: RouteFieldPath }[] {
    if (absent(value) || (Array.isArray(value) && value.length === 0)) {
      this.fault(at, "is missing or empty; there is nothing to route to");
      return [];
    }
    if (!Array.isArray(value)) {
      this.fault(at, `must be a list, got ${shown(value)}`);
      return [];
    }
    return value.flatMap((item, i) => {
      const element = this.object([...at, i], item);
      return element ? [{ item: element, at: [...at, i] }] : [];
    });
  }

  object(at: RouteFieldPath, value: unknown): Record<string, unknown> | undefined {
    if (isRecord(value)) return value;
    return absent(value) ? undefined : this.fault(at, `must be an object, got ${shown(value)}`);
  }
}

const absent = (value: unknown) => value === undefined || value === null;
