import type { HttpResponse } from "../../shared/http";
import { asArray, asObject, text } from "../../shared/json";
import { conflict } from "../errors/status";
import { ok } from "../request/answer";
import { type Call, keyIn, storage, subjectOf } from "../request/call";
import { bodyOf } from "../request/decode";
import { timestamp } from "../resources/meta";
import { existing } from "./read";

/** What a scheduler posts: the node for a Pod. */
export function bindPod(call: Call): HttpResponse {
  const node = text(asObject(bodyOf(call).object.target).name);
  const pod = existing(call);
  const before = text(asObject(pod.spec).nodeName);
  if (before !== "")
    throw conflict({ ...subjectOf(call), kind: "pods/binding" }, `pod ${call.target.name} is already assigned to node "${before}"`);
  const scheduled = { type: "PodScheduled", status: "True", lastProbeTime: null, lastTransitionTime: timestamp() };
  const conditions = [...asArray(asObject(pod.status).conditions), scheduled];
  const spec = { ...asObject(pod.spec), nodeName: node };
  call.cluster.store.put(storage(call), keyIn(call, call.target.name!), { ...pod, spec, status: { ...asObject(pod.status), conditions } });
  return ok(call, 201, { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 });
}
