import { jsonOr } from "../../kinds/hidden";
import type { InventoryInputs } from "../../kinds/inventory";

/** A resource as `@pulumi/policy` hands it to a policy of a stack. */
export interface CheckedResource {
  readonly type: string;
  readonly name: string;
  readonly urn: string;
  readonly props: { readonly [property: string]: unknown };
}

/** A place that an object asks for: `https://shop.example.com/cart`. */
export interface AskedPlace {
  /** `Ingress shop/web`. */
  readonly object: string;
  readonly namespace: string;
  readonly url: string;
  readonly host: string;
  readonly isClearText: boolean;
  /** The inventory of the component. */
  readonly urn: string;
}

/** A certificate that a component serves. */
export interface ServedCertificate {
  /** `Secret shop/web-tls`. */
  readonly held: string;
  /** When it ends, in ISO form. */
  readonly ends: string;
  readonly hosts: readonly string[];
  readonly urn: string;
}

/** `pulumi-nodejs:dynamic/k8s-lb-avi:Inventory`. */
const INVENTORY = /^pulumi-nodejs:dynamic\/k8s-lb-\w+:Inventory$/;

/** The places that the specs of all components of a stack ask for. */
export function askedPlaces(resources: readonly CheckedResource[]): AskedPlace[] {
  return inventoriesIn(resources).flatMap(({ urn, asks = {} }) =>
    Object.entries(asks).flatMap(([object, places]) =>
      places.map((url) => ({ object, namespace: namespaceOf(object), ...partsOf(url), urn })),
    ),
  );
}

/** The certificates of all components of a stack. */
export function servedCertificates(resources: readonly CheckedResource[]): ServedCertificate[] {
  return inventoriesIn(resources).flatMap(({ urn, certificates = {} }) =>
    Object.entries(certificates).map(([held, { ends, hosts }]) => ({ held, ends, hosts, urn })),
  );
}

type Facts = Pick<InventoryInputs, "asks" | "certificates"> & { readonly urn: string };

/** A fact that preview does not know yet is left out: the run itself knows it. */
function inventoriesIn(resources: readonly CheckedResource[]): Facts[] {
  const isInventory = ({ type }: CheckedResource) => INVENTORY.test(type);
  return resources.filter(isInventory).map(({ urn, props }) => ({ urn, ...factIn(props, "asks"), ...factIn(props, "certificates") }));
}

function factIn(props: CheckedResource["props"], name: "asks" | "certificates"): object {
  const value = props[`__${name}`] ?? props[name];
  return { [name]: typeof value === "string" ? jsonOr(value, undefined) : value };
}

/** `Ingress shop/web` is of `shop`. */
const namespaceOf = (object: string): string => object.slice(object.indexOf(" ") + 1).split("/")[0] ?? "";

function partsOf(url: string): { url: string; host: string; isClearText: boolean } {
  const [, scheme, host = ""] = /^(\w+):\/\/([^/:]*)/.exec(url) ?? [];
  return { url, host, isClearText: scheme === "http" };
}
