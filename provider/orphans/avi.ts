import { type AviType, OWNER_FIELD } from "../../contract/avi";
import { markOf } from "../avi/bundle/ownership";
import { apiFor } from "../avi/client/api";
import { allPages } from "../avi/client/pages";
import type { Session } from "../avi/client/session";
import { describe } from "../avi/client/types";
import type { ConfigSource } from "../lifecycle/kind";
import type { Look, Lookout } from "../lifecycle/look";
import type { JsonObject } from "../lifecycle/sanitize";
import { type Found, type Marked, PREFIX } from "./marked";

/** Types that carry a mark. Static routes carry none: they stand in a VrfContext of others. */
const TYPES = Object.keys(OWNER_FIELD) as AviType[];

/** Everything of the tenant that carries our mark. */
export async function markedOnAvi(config: ConfigSource): Promise<Found> {
  const { session } = apiFor(config);
  const lists = await Promise.all(TYPES.map(async (type) => (await list(session, type)).map((object) => marked(type, object))));
  return { marked: lists.flat(), notes: [] };
}

/** One list per type of the names. The server filters by the marks that are looked for, where every release knows such a filter. */
export const lookOnAvi: Lookout = (config, { names, owners, tenant }) => {
  const { session } = apiFor(config);
  const looks = TYPES.flatMap((type): Look[] => {
    const own = names.filter((name) => name.startsWith(`${type}/`));
    if (own.length === 0) return [];
    return (OWNER_FIELD[type] === "created_by" ? owners : [""]).map((owner) => ({
      key: JSON.stringify([type, tenant, owner]),
      names: own,
      take: async () =>
        (await list(session, type, tenant, owner)).map((object) => ({
          name: `${type}/${String(object.name)}`,
          owner: markOf(type, object),
        })),
    }));
  });
  return { at: session, looks };
};

async function list(session: Session, type: AviType, tenant = session.settings.tenant, owner = ""): Promise<JsonObject[]> {
  const filter = owner ? `&created_by=${encodeURIComponent(owner)}` : "";
  const all = await allPages(session, `/api/${type}?page_size=100${filter}`, tenant, `list of ${type}`);
  return all.filter((object) => markOf(type, object).startsWith(PREFIX));
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
