import { reasonOf } from "../../../resources/diagnostic";
import { refusedBecause } from "../../kubernetes/errors";
import { isObject } from "../../lifecycle/bodies/json";
import { checkResult, confirmed, type Finding, refuted } from "../../verify/check";
import { type MizarVerifySession, SELECTOR } from "./session";

// Verify checks of an API server with Mizar.

const firstLine = (error: unknown) => reasonOf(error).split("\n")[0] ?? "";

export async function vpcAccepted(room: MizarVerifySession): Promise<Finding> {
  try {
    const { spec } = await room.create("accepted");
    const kept = isObject(spec) && spec.ip === "10.251.0.0" && spec.dividers === 1;
    return checkResult(kept, kept ? "the fields were kept" : "the answer has other fields");
  } catch (error) {
    if (refusedBecause(error, "invalid", "not-found")) return refuted(firstLine(error));
    throw error;
  }
}

export async function nameOnce(room: MizarVerifySession): Promise<Finding> {
  await room.create("once");
  try {
    await room.create("once");
    return refuted("the second create was accepted");
  } catch (error) {
    return checkResult(refusedBecause(error, "exists"), firstLine(error));
  }
}

export async function staleRefused(room: MizarVerifySession): Promise<Finding> {
  const { metadata } = await room.create("stale");
  const change = (value: string) => ({ metadata: { resourceVersion: metadata.resourceVersion ?? "", annotations: { change: value } } });
  await room.patch("stale", change("one"));
  try {
    await room.patch("stale", change("two"));
    return refuted("a change from an old reading was accepted");
  } catch (error) {
    return checkResult(refusedBecause(error, "conflict"), firstLine(error));
  }
}

export async function patchMerges(room: MizarVerifySession): Promise<Finding> {
  await room.create("merged");
  const { spec } = await room.patch("merged", { spec: { dividers: 2 } });
  const kept = isObject(spec) && spec.ip === "10.251.0.0" && spec.dividers === 2;
  return checkResult(kept, kept ? "the other fields stayed" : "other fields were lost");
}

export async function labelsSelect(room: MizarVerifySession): Promise<Finding> {
  const [own, other] = [await room.create("labelled"), await room.create("plain", {})];
  const names = (await room.list(SELECTOR)).map(({ metadata }) => metadata.name);
  if (names.includes(other.metadata.name)) return refuted("an object without the label was found");
  return names.includes(own.metadata.name) ? confirmed("only objects with the label were found") : refuted("the object was not found");
}
