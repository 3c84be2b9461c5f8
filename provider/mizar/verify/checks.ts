// Checks of `k8s-lb verify` about an API server with Mizar.

import { reasonOf } from "../../../resources/diagnostic";
import { refusedBecause } from "../../kubernetes/errors";
import { isObject } from "../../lifecycle/bodies/json";
import { type CheckResult, checkResult, confirmed, refuted } from "../../verify/check";
import { type MizarVerifySession, SELECTOR } from "./session";

const firstLine = (error: unknown) => reasonOf(error).split("\n")[0] ?? "";

export async function vpcAccepted(session: MizarVerifySession): Promise<CheckResult> {
  try {
    const { spec } = await session.create("accepted");
    const kept = isObject(spec) && spec.ip === "10.251.0.0" && spec.dividers === 1;
    return checkResult(kept, kept ? "the fields were kept" : "the answer has other fields");
  } catch (error) {
    if (refusedBecause(error, "invalid", "not-found")) return refuted(firstLine(error));
    throw error;
  }
}

export async function nameOnce(session: MizarVerifySession): Promise<CheckResult> {
  await session.create("once");
  try {
    await session.create("once");
    return refuted("the second create was accepted");
  } catch (error) {
    return checkResult(refusedBecause(error, "exists"), firstLine(error));
  }
}

export async function staleRefused(session: MizarVerifySession): Promise<CheckResult> {
  const { metadata } = await session.create("stale");
  const change = (value: string) => ({ metadata: { resourceVersion: metadata.resourceVersion ?? "", annotations: { change: value } } });
  await session.patch("stale", change("one"));
  try {
    await session.patch("stale", change("two"));
    return refuted("a change from an old reading was accepted");
  } catch (error) {
    return checkResult(refusedBecause(error, "conflict"), firstLine(error));
  }
}

export async function patchMerges(session: MizarVerifySession): Promise<CheckResult> {
  await session.create("merged");
  const { spec } = await session.patch("merged", { spec: { dividers: 2 } });
  const kept = isObject(spec) && spec.ip === "10.251.0.0" && spec.dividers === 2;
  return checkResult(kept, kept ? "the other fields stayed" : "other fields were lost");
}

export async function labelsSelect(session: MizarVerifySession): Promise<CheckResult> {
  const [labelled, plain] = [await session.create("labelled"), await session.create("plain", {})];
  const names = (await session.list(SELECTOR)).map(({ metadata }) => metadata.name);
  if (names.includes(plain.metadata.name)) return refuted("an object without the label was found");
  return names.includes(labelled.metadata.name) ? confirmed("only objects with the label were found") : refuted("the object was not found");
}
