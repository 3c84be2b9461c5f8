import { type AviType, OWNER_FIELD } from "../../contract/avi";
import { markOf } from "../avi/bundle/ownership";
import { apiFor } from "../avi/client/api";
import { allPages } from "../avi/client/pages";
import { describe } from "../avi/client/types";
import type { ConfigSource } from "../lifecycle/kind";
import type { JsonObject } from "../lifecycle/sanitize";
import { type Found, type Marked, PREFIX } from "./marked";

/** Everything of the tenant that carries our mark. Static routes carry none: they stand in a VrfContext of others. */
export async function markedOnAvi(config: ConfigSource): Promise<Found> {
  const { session } = apiFor(config);
  const { tenant } = session.settings;
  const types = Object.keys(OWNER_FIELD) as AviType[];
  const lists = await Promise.all(
    types.map(async (type) => {
      const all = await allPages(session, `/api/${type}?page_size=100`, tenant, `list of ${type}`);
      return all.filter((object) => markOf(type, object).startsWith(PREFIX)).map((object) => marked(type, object));
    }),
  );
  return { marked: lists.flat(), notes: [] };
}

function marked(type: AviType, object: JsonObject): Marked {
  // `_last_modified` counts microseconds.
  const changed = Number(object._last_modified);
  return {
    type: describe(type, "").trim(),
    name: String(object.name),
    id: String(object.uuid),
    owner: markOf(type, object),
    ...(changed > 0 ? { changed: new Date(changed / 1000).toISOString() } : {}),
  };
}
