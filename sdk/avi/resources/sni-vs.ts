import type * as pulumi from "@pulumi/pulumi";
import type { AviBody } from "../../../kinds/avi/body";
import type { SNI_VS } from "../../../kinds/avi/sni-vs";
import { undeclared } from "../../resource";
import { type ArgumentsOf, AviResource, type AviResourceOptions, withSecretKey } from "./resource";

/** Inputs of {@link SniVS}. */
export type SniVSArgs = ArgumentsOf<typeof SNI_VS>;

/**
 * The child virtual service of one secure host, with certificate, policies and pool groups. The id is
 * `<tenant>/<name of the virtual service>`.
 *
 * Another name, tenant, cloud, VRF or type replaces the whole (delete, then create); a new certificate, path or pool is an
 * update in place. The private key stands in the state as a Pulumi secret only; the controller never gives it back, so a key
 * that somebody changed there shows by its certificate.
 *
 * @example
 * ```ts
 * import { readFileSync } from "node:fs";
 * import * as pulumi from "@pulumi/pulumi";
 * import * as avi from "pulumi-k8s-lb/avi";
 *
 * new avi.SniVS("shop", {
 *   owner: "pulumi-k8s-lb:shop/dev/my-cluster",
 *   certificate: {
 *     name: "c1--shop.example.com",
 *     certificate: { certificate: readFileSync("shop.crt", "utf8") },
 *     key: new pulumi.Config().requireSecret("shopKey"),
 *   },
 *   poolGroups: [],
 *   policies: [],
 *   virtualService: {
 *     name: "c1--shop.example.com",
 *     type: "VS_TYPE_VH_CHILD",
 *     vh_domain_name: ["shop.example.com"],
 *     vh_parent_vs_ref: "/api/virtualservice?name=c1--Shared-L7-0",
 *     ssl_key_and_certificate_refs: ["/api/sslkeyandcertificate?name=c1--shop.example.com"],
 *   },
 * });
 * ```
 */
export class SniVS extends AviResource {
  declare readonly owner: pulumi.Output<string>;
  declare readonly virtualService: pulumi.Output<AviBody>;
  /** Host names that the child answers for. */
  declare readonly fqdns: pulumi.Output<string[]>;
  /** uuid on the controller by `<type>/<name>`. */
  declare readonly uuids: pulumi.Output<{ [object: string]: string }>;

  constructor(name: string, args: SniVSArgs, opts?: AviResourceOptions) {
    const certificate = args.certificate === undefined ? {} : { certificate: withSecretKey(args.certificate) };
    super("SniVS", name, { ...args, ...certificate }, ["fqdns", "uuids"], opts);
  }

  /** Reads an existing child without managing it; `id` is `<tenant>/<name>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: AviResourceOptions): SniVS {
    return new SniVS(name, undeclared(), { ...opts, id });
  }
}
