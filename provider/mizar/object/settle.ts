import type { KubernetesObject } from "../../kubernetes";
import { failure } from "../../lifecycle/errors";
import { waitFor } from "../../lifecycle/wait";
import type { Inputs } from "./inputs";
import type { Site } from "./site";
import type { View } from "./table";
import { isFinal, lastReason, lastWord } from "./word";

/** How often the events of an object are asked for: an operator that gave up says so nowhere else. */
const LISTEN_MS = 3000;

/** Waits end by time alone. */
const TRIES = 100_000;

/** The object with what the operator made of it, without waiting for anything. */
export async function viewOf(site: Site, object: KubernetesObject, fresh: boolean): Promise<View> {
  return { object, endpoint: await site.kind.beside?.(site, object, fresh) };
}

/**
 * Waits until the operator has done its part.
 *
 * @param seen told of every state that was read, so that a caller knows the last one when the wait fails
 * @param young a new object: what its events say is about this wait and no earlier one
 * @throws LbError LB2062, LB2063 or LB2065
 */
export async function settled(
  site: Site,
  inputs: Inputs,
  object: KubernetesObject,
  seen: (view: View) => void,
  young = false,
): Promise<View> {
  const { kind, client, key, title, waits, ctx } = site;
  let current: KubernetesObject | undefined = object;
  let why = "";
  let heard = Date.now();
  const look = async (): Promise<View | undefined> => {
    current ??= await client.get(key);
    if (!current) throw failure("LB2065", { object: title, message: "vanished while it was waited for" });
    const view = await viewOf(site, current, true);
    current = undefined;
    seen(view);
    const listening = young && Date.now() - heard > LISTEN_MS;
    if (listening) heard = Date.now();
    const word = listening ? await lastReason(site, view.object) : lastWord(view.object);
    const pending = kind.pending(view, inputs);
    if (pending === undefined) return view;
    const failed = kind.failed?.(view, inputs) ?? (isFinal(word) ? word : undefined);
    if (failed !== undefined) throw failure("LB2063", { object: title, message: failed });
    object = view.object;
    why = word === undefined ? pending : `${pending}: ${word}`;
    return undefined;
  };
  const onWait = (elapsed: number) => ctx.progress(`waiting for ${title}, ${Math.round(elapsed / 1000)} s: ${why}`);
  const view = await waitFor(look, { timeoutMs: waits.provisionMs, intervalMs: waits.intervalMs, tries: TRIES, onWait });
  if (view) return view;
  const reason = await lastReason(site, object);
  if (isFinal(reason)) throw failure("LB2063", { object: title, message: reason });
  const said = reason === undefined ? "the operator has said nothing about it: is it running?" : `the operator's last word: ${reason}`;
  const pending = kind.pending({ object }, inputs) ?? why;
  throw failure("LB2062", { object: title, message: `${pending} after ${waits.provisionMs / 1000} s; ${said}` });
}
