// Reads routes and certificates of a stack for policies.

import { ownTypeIn } from "../../resources";
import type { HostResult } from "../components/component";

/** A resource as `@pulumi/policy` hands it to a policy of a stack. */
export interface CheckedResource {
  readonly type: string;
  readonly name: string;
  readonly urn: string;
  readonly props: { readonly [property: string]: unknown };
}

/** A route that an object asks for: `https://shop.example.com/cart`. */
export interface DesiredRoute {
  /** `Ingress shop/web`. */
  readonly object: string;
  readonly namespace: string;
  readonly url: string;
  readonly host: string;
  readonly isClearText: boolean;
  /** The component. */
  readonly urn: string;
}

/** A certificate that a component serves. */
export interface ServedCertificate {
  /** `Secret shop/web-tls`. */
  readonly held: string;
  /** End of its validity, in ISO form. */
  readonly ends: string;
  readonly hosts: readonly string[];
  readonly urn: string;
}

/** Components of targets with hosts, `k8s-lb:avi:KubernetesCluster`. Resources of the plugin have types of the same form. */
const isComponent = (type: string): boolean => /^k8s-lb:(avi|octavia):\w+$/.test(type) && ownTypeIn(type) === undefined;

/**
 * The routes that the specs of all components of a stack ask for. Specs that only an `up` knows make outputs that a preview does not know: then
 * `@pulumi/policy` skips the policy in the preview, says so, and runs it in the `up`.
 */
export function desiredRoutes(resources: readonly CheckedResource[]): DesiredRoute[] {
  return outputsIn(resources, "routes").flatMap(({ urn, output }) =>
    Object.entries(output).flatMap(([object, urls]) =>
      urls.map((url) => ({ object, namespace: namespaceOf(object), url, ...partsOf(url), urn })),
    ),
  );
}

/** The certificates of all components of a stack. */
export function servedCertificates(resources: readonly CheckedResource[]): ServedCertificate[] {
  return outputsIn(resources, "certificates").flatMap(({ urn, output }) =>
    Object.entries(output).map(([held, { ends, hosts }]) => ({ held, ends, hosts, urn })),
  );
}

function outputsIn<O extends keyof HostResult>(resources: readonly CheckedResource[], name: O): { urn: string; output: HostResult[O] }[] {
  return resources.flatMap(({ type, urn, props }) => {
    const output = isComponent(type) ? props[name] : undefined;
    return output ? [{ urn, output: output as HostResult[O] }] : [];
  });
}

/** `Ingress shop/web` is of `shop`. */
const namespaceOf = (object: string): string => object.slice(object.indexOf(" ") + 1).split("/")[0] ?? "";

function partsOf(url: string): { host: string; isClearText: boolean } {
  const [, scheme, host = ""] = /^(\w+):\/\/([^/:]*)/.exec(url) ?? [];
  return { host, isClearText: scheme === "http" };
}
