import { readSpecs, translateToRoutes } from "../../sdk";
import { CERTIFICATE, PRIVATE_KEY } from "./pem";

/** Short forms of Contour's kinds; objects are named `namespace/name`. */

const meta = (place: string, annotations?: Record<string, string>) => {
  const [namespace, name] = place.split("/");
  return { namespace, name, ...(annotations ? { annotations } : {}) };
};

export interface RootShape {
  fqdn: string;
  aliases?: string[];
  tls?: Record<string, unknown>;
  routes?: unknown[];
  tcpproxy?: unknown;
  annotations?: Record<string, string>;
}

export function root(place: string, { fqdn, aliases, tls, routes, tcpproxy, annotations }: RootShape) {
  const virtualhost = { fqdn, ...(aliases ? { aliases } : {}), ...(tls ? { tls } : {}) };
  const spec = { virtualhost, ...(routes ? { routes } : {}), ...(tcpproxy ? { tcpproxy } : {}) };
  return { apiVersion: "contour.heptio.com/v1beta1", kind: "IngressRoute", metadata: meta(place, annotations), spec };
}

export function edge(place: string, routes: unknown[], more: Record<string, unknown> = {}) {
  return { apiVersion: "contour.heptio.com/v1beta1", kind: "IngressRoute", metadata: meta(place), spec: { routes, ...more } };
}

/** A route to one Service on port 80, or to several with what is given of each. */
export function to(match: string, services: string | Record<string, unknown>[], more: Record<string, unknown> = {}) {
  const list = typeof services === "string" ? [{ name: services }] : services;
  return { match, services: list.map((service) => ({ port: 80, ...service })), ...more };
}

export function give(match: string, place: string) {
  const [namespace, name] = place.includes("/") ? place.split("/") : [undefined, place];
  return { match, delegate: { name, ...(namespace ? { namespace } : {}) } };
}

export function service(place: string, annotations?: Record<string, string>, ports: unknown[] = [{ name: "http", port: 80 }]) {
  return { apiVersion: "v1", kind: "Service", metadata: meta(place, annotations), spec: { ports } };
}

export function secret(
  place: string,
  type = "kubernetes.io/tls",
  data: Record<string, string> = { "tls.crt": CERTIFICATE, "tls.key": PRIVATE_KEY },
) {
  return { apiVersion: "v1", kind: "Secret", metadata: meta(place), type, stringData: data };
}

export function allow(place: string, secretName: string, ...targetNamespaces: string[]) {
  const spec = { delegations: [{ secretName, targetNamespaces }] };
  return { apiVersion: "contour.heptio.com/v1beta1", kind: "TLSCertificateDelegation", metadata: meta(place), spec };
}

export function route(place: string, spec: Record<string, unknown>) {
  return { apiVersion: "contour.heptio.com/v1alpha1", kind: "Route", metadata: meta(place), spec };
}

export const translate = (objects: unknown[], settings = {}) =>
  translateToRoutes(readSpecs(objects.map((value) => ({ value }))), { settings });

/** The view in lines: `host:port/prefix [https] -> service:port share, ...`, states by object, and codes by object. */
export function view(objects: unknown[], settings = {}) {
  const { objects: shown, statuses } = translate(objects, settings);
  const lines = shown.virtualHosts.flatMap(({ fqdn, port, routes, tcpProxy, passthrough }) => {
    const at = `${fqdn}:${port}`;
    const text = (clusters: { service: string; port?: number; share: string }[]) =>
      clusters.map((c) => `${c.service}:${c.port} ${c.share}`).join(", ");
    const tcp = tcpProxy ? [`${at} ${passthrough ? "passthrough" : "tcp"} -> ${text(tcpProxy.clusters)}`] : [];
    return [...tcp, ...routes.map((r) => `${at}${r.prefix}${r.redirectToHttps ? " https" : ""} -> ${text(r.clusters)}`)];
  });
  const key = ({ object }: (typeof statuses)[number]) => `${object.namespace}/${object.name}`;
  return {
    hosts: shown.virtualHosts,
    lines,
    states: Object.fromEntries(statuses.map((status) => [key(status), status.state])),
    why: Object.fromEntries(statuses.map((status) => [key(status), status.description])),
    codes: Object.fromEntries(statuses.map((status) => [key(status), status.diagnostics.map(({ code }) => code)])),
    said: statuses.flatMap(({ diagnostics }) => diagnostics.map(({ code, pointer, message }) => `${code} ${pointer} ${message}`)),
  };
}
