import { isObject } from "../lifecycle/sanitize";
import { isUnknown } from "../lifecycle/unknown";
import { refused } from "./object/check";
import type { ObjectKind, View } from "./object/table";
import { NETWORKS } from "./types";

/** The Network of an Arktos tenant. */
export const ARKTOS_NETWORK: ObjectKind = {
  name: "ArktosNetwork",
  type: NETWORKS,
  tenant: "configured",
  computed: [],
  // no controller reacts to a change of the spec; the API server itself reads the part about services (mizar.md 2.3)
  fixed: [/^spec\.(type|vpcID)$/],
  check({ name, waitFor }, { spec }) {
    if (waitFor !== undefined && !isUnknown(waitFor) && waitFor !== "Ready" && waitFor !== "none")
      return [refused("waitFor", "waitFor", `is ${waitFor}, one of Ready, none is expected`)];
    if (!isObject(spec)) return [];
    const needs = spec.type === "mizar" ? ["type", "vpcID"] : ["type"];
    return needs
      .filter((field) => !spec[field])
      .map((field) => refused("spec", `spec/${field}`, `Network ${name} has no ${field}, which Mizar needs`));
  },
  pending(view, { waitFor }) {
    const { phase } = statusOf(view);
    return waitFor !== "Ready" || phase === "Ready" ? undefined : `is ${phase ?? "without a phase"}, not Ready`;
  },
  failed(view) {
    const { phase, message } = statusOf(view);
    return phase === "Failed" ? `the network has failed: ${message ?? "no reason is given"}` : undefined;
  },
  outputs(view) {
    const { phase, message, dnsServiceIP } = statusOf(view);
    return { phase, message, dnsServiceIP };
  },
  async holding() {
    return "Arktos gives a tenant's default Network a finalizer that nothing ever takes away";
  },
};

function statusOf({ object }: View): { phase?: string; message?: string; dnsServiceIP?: string } {
  const status = isObject(object.status) ? object.status : {};
  const text = (field: string) => (typeof status[field] === "string" && status[field] !== "" ? String(status[field]) : undefined);
  return { phase: text("phase"), message: text("message"), dnsServiceIP: text("dnsServiceIP") };
}
