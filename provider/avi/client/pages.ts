import type { Json } from "../../../kinds/json";
import { isObject, type JsonObject } from "../../lifecycle/sanitize";
import { refusal } from "./refusals";
import { request } from "./retry";
import type { Session } from "./session";

/** A list that never ends must not keep us for ever: at 100 a page this is 200,000 objects. */
const MAX_PAGES = 2000;

/** All objects of a list, following `next`. An object that moved to a later page while we read counts once. */
export async function allPages(session: Session, path: string, tenant: string, object: string): Promise<JsonObject[]> {
  const found = new Map<Json, JsonObject>();
  let next: string | undefined = path;
  for (let page = 0; next !== undefined && page < MAX_PAGES; page++) {
    const answer = await request(session, { method: "GET", path: next, tenant }, object);
    const { body, status } = answer;
    if (status !== 200) throw refusal(session.settings, answer, object);
    // `request` lets nothing else through.
    const { results, next: following } = body as { results: Json[]; next?: Json };
    for (const element of results.filter(isObject)) found.set(element.uuid ?? found.size, element);
    next = typeof following === "string" ? pathOf(following) : undefined;
  }
  return [...found.values()];
}

/** Only the path counts: the controller writes the name it knows itself by, which need not be the one we reach it at. */
function pathOf(next: string): string {
  const { pathname, search } = new URL(next, "https://controller");
  return pathname + search;
}
