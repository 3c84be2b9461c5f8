import type * as pulumi from "@pulumi/pulumi";
import { INGRESS_ROUTES, ONE_INGRESS, ONE_ROUTE, oneService, ROUTES } from "../../components/single";
import { isBalanced } from "../translate";
import { AviComponent, type AviComponentArgs } from "./cluster";

/**
 * One Ingress with a virtual service of its own (no shards: two of these components never fight for one shared virtual
 * service). The specs hold the Ingress and the Services, Endpoints and Secrets it names.
 *
 * @example
 * ```ts
 * import * as avi from "pulumi-k8s-lb/avi";
 *
 * const shop = new avi.Ingress("shop", { specs: "shop/", settings: { clusterName: "prod" } });
 * export const vips = shop.vips;
 * ```
 */
export class Ingress extends AviComponent {
  constructor(name: string, args: AviComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super("Ingress", name, args, ONE_INGRESS, opts);
  }
}

/** One OpenShift Route with a virtual service of its own. */
export class Route extends AviComponent {
  constructor(name: string, args: AviComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super("Route", name, args, ONE_ROUTE, opts);
  }
}

/**
 * IngressRoutes with a virtual service of their own: the roots, everything they delegate to, their Services, Secrets and
 * TLSCertificateDelegations. Several, because a delegation is only whole with both of its ends.
 *
 * @example
 * ```ts
 * import * as avi from "pulumi-k8s-lb/avi";
 *
 * const google = new avi.IngressRoutes("google", { specs: "google/", settings: { clusterName: "prod", rootNamespaces: ["prod"] } });
 * export const statuses = google.statuses;
 * ```
 */
export class IngressRoutes extends AviComponent {
  constructor(name: string, args: AviComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super("IngressRoutes", name, args, INGRESS_ROUTES, opts);
  }
}

/**
 * Routes of OpenShift and of Contour with a virtual service of their own, and one for those that hand TLS through.
 *
 * @example
 * ```ts
 * import * as avi from "pulumi-k8s-lb/avi";
 *
 * const finance = new avi.Routes("finance", { specs: "routes/*.yaml", settings: { clusterName: "prod" } });
 * export const hosts = finance.hosts;
 * ```
 */
export class Routes extends AviComponent {
  constructor(name: string, args: AviComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super("Routes", name, args, ROUTES, opts);
  }
}

const BALANCED = oneService("Service of type LoadBalancer", (specs) => [...specs.services.values()].filter(isBalanced));

/** One Service of type LoadBalancer. */
export class Service extends AviComponent {
  constructor(name: string, args: AviComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super("Service", name, args, BALANCED, opts);
  }
}
