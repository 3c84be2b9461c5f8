// Part of `k8s-lb verify`: sends the requests of one run to a cluster with Mizar.

import type { KubernetesClient, KubernetesObject, ObjectKey } from "../../kubernetes/types";
import type { JsonObject } from "../../lifecycle/bodies/json";
import { Interrupted } from "../../verify/check";
import { VERIFY_MARK, type VerifyPlace } from "../../verify/verification";
import { MIZAR_NAMESPACE } from "../settings";
import { VPCS } from "../types";

/** Label of everything that a run creates. */
const LABEL = "k8s-lb-verify";
const VALUE = "run";
export const SELECTOR = `${LABEL}=${VALUE}`;

/** Fields of a VPC. Without a status the operator does not begin with it. */
const SPEC: JsonObject = { ip: "10.251.0.0", prefix: "16", dividers: 1 };

/** Requests of one run to a cluster. Whatever it creates is a VPC that carries the prefix and the label. */
export class MizarVerifySession {
  constructor(
    readonly client: KubernetesClient,
    readonly tenant: string | undefined,
    readonly place: Omit<VerifyPlace, "settings">,
  ) {}

  key(word: string): ObjectKey {
    return { type: VPCS, name: `${this.place.prefix}-${word}`, namespace: MIZAR_NAMESPACE, tenant: this.tenant };
  }

  create(word: string, labels: JsonObject = { [LABEL]: VALUE }): Promise<KubernetesObject> {
    this.alive();
    const key = this.key(word);
    const metadata = { name: key.name, namespace: MIZAR_NAMESPACE, labels, annotations: { [VERIFY_MARK]: this.place.prefix } };
    return this.client.create(key, { apiVersion: "mizar.com/v1", kind: "Vpc", metadata, spec: SPEC });
  }

  patch(word: string, patch: JsonObject): Promise<KubernetesObject> {
    this.alive();
    return this.client.mergePatch(this.key(word), patch);
  }

  list(labelSelector?: string): Promise<KubernetesObject[]> {
    const { tenant } = this;
    return this.client.list(VPCS, { namespace: MIZAR_NAMESPACE, tenant, ...(labelSelector ? { labelSelector } : {}) });
  }

  /** VPCs with the annotation of runs and the prefix. */
  async own(earlier: boolean): Promise<KubernetesObject[]> {
    const prefix = earlier ? this.place.family : this.place.prefix;
    const isOwn = ({ metadata: { name, annotations } }: KubernetesObject) =>
      name.startsWith(`${prefix}-`) && annotations?.[VERIFY_MARK] !== undefined;
    return (await this.list()).filter(isOwn);
  }

  private alive(): void {
    if (this.place.signal.aborted) throw new Interrupted();
  }
}
