import { isAviType } from "../../kinds/avi/body";
import { LbError } from "../../kinds/diagnostic";
import { type AviApi, apiFor } from "../avi/client/api";
import { markOf } from "../avi/objects";
import { configSource } from "../lifecycle/config";
import { MARK_PREFIX } from "../lifecycle/ownership";
import type { LeftObject, Sweep, Swept } from "./report";

/** Deletes what is left, one after the other, as long as it is what the report saw. A refusal of the controller is told, and the next one tried. */
export const sweep: Sweep = async (left, { tenant }, env = process.env, told = () => undefined) => {
  const api = apiFor(configSource("avi", undefined, env));
  const swept: Swept[] = [];
  for (const object of left) {
    const one = { key: object.key, object: object.object, ...(await removeLeft(api, object, tenant ?? api.session.settings.tenant)) };
    told(one);
    swept.push(one);
  }
  return swept;
};

type Outcome = Pick<Swept, "outcome" | "reason">;

async function removeLeft(api: AviApi, { key, uuid, mark, held }: LeftObject, tenant: string): Promise<Outcome> {
  if (held !== undefined) return { outcome: "held", reason: held };
  const slash = key.indexOf("/");
  const [type, name] = [key.slice(0, slash), key.slice(slash + 1)];
  if (!isAviType(type)) return { outcome: "failed", reason: `nothing of type ${type} is ever removed` };
  try {
    // names are unique per tenant and cloud: of several the uuid tells the one
    const found = await api.list(type, `name=${encodeURIComponent(name)}&include_name=true`, tenant, key);
    const live = found.find((one) => one.uuid === uuid);
    if (!live) return { outcome: "gone", reason: "it was deleted meanwhile" };
    const now = markOf(type, live);
    const isSame = type === "vsvip" ? !now.startsWith(MARK_PREFIX) : now === mark;
    if (!isSame) return { outcome: "changed", reason: `it is marked ${now || "no more"} now` };
    await api.remove(type, live, { tenant, cloud: "" });
    return { outcome: "removed" };
  } catch (error) {
    if (error instanceof LbError) return { outcome: "failed", reason: error.message.split("\n")[0] ?? error.message };
    throw error;
  }
}
