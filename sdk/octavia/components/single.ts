import type * as pulumi from "@pulumi/pulumi";
import { INGRESS_ROUTES, ONE_INGRESS, ONE_ROUTE, oneService, ROUTES } from "../../components/single";
import { OctaviaComponent, type OctaviaComponentArgs } from "./cluster";

const BALANCED = oneService("Service", (specs) => [...specs.services.values()]);

/**
 * One Service with a load balancer of its own. The specs hold the Service and its Endpoints or EndpointSlices (`naming: kuryr`) or
 * the nodes (`naming: occm`).
 *
 * @example
 * ```ts
 * import * as octavia from "pulumi-k8s-lb/octavia";
 *
 * const web = new octavia.Service("web", { specs: "web/", settings: { service_subnet_id: "5f1ba4f6-2b1c-4f3c-8f6e-0d6f0f8f0c11" } });
 * export const addresses = web.addresses;
 * ```
 */
export class Service extends OctaviaComponent {
  constructor(name: string, args: OctaviaComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super("Service", name, args, BALANCED, opts);
  }
}

/** One Ingress with a load balancer of its own; the Services it names get none. */
export class Ingress extends OctaviaComponent {
  constructor(name: string, args: OctaviaComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super("Ingress", name, args, { ...ONE_INGRESS, hostsOnly: true }, opts);
  }
}

/** One OpenShift Route with a load balancer of its own; the Services it names get none. */
export class Route extends OctaviaComponent {
  constructor(name: string, args: OctaviaComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super("Route", name, args, { ...ONE_ROUTE, hostsOnly: true }, opts);
  }
}

/**
 * IngressRoutes with a load balancer of their own: the roots, everything they delegate to, their Services, Secrets and
 * TLSCertificateDelegations; the Services get none.
 *
 * @example
 * ```ts
 * import * as octavia from "pulumi-k8s-lb/octavia";
 *
 * const google = new octavia.IngressRoutes("google", { specs: "google/", settings: { naming: "occm", subnet_id: "5f1ba4f6-2b1c-4f3c-8f6e-0d6f0f8f0c11" } });
 * export const statuses = google.statuses;
 * ```
 */
export class IngressRoutes extends OctaviaComponent {
  constructor(name: string, args: OctaviaComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super("IngressRoutes", name, args, { ...INGRESS_ROUTES, hostsOnly: true }, opts);
  }
}

/**
 * Routes of OpenShift and of Contour with a load balancer of their own, and one per host that hands TLS through; the Services they
 * name get none.
 *
 * @example
 * ```ts
 * import * as octavia from "pulumi-k8s-lb/octavia";
 *
 * const finance = new octavia.Routes("finance", { specs: "routes/*.yaml", settings: { naming: "occm", subnet_id: "5f1ba4f6-2b1c-4f3c-8f6e-0d6f0f8f0c11" } });
 * export const hosts = finance.hosts;
 * ```
 */
export class Routes extends OctaviaComponent {
  constructor(name: string, args: OctaviaComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super("Routes", name, args, { ...ROUTES, hostsOnly: true }, opts);
  }
}
