import { AVI_TYPES, type AviType, describe, isAviType } from "../../kinds/avi/body";
import { markOf } from "../avi/bundle/ownership";
import type { AviApi } from "../avi/client/api";
import { apiFor } from "../avi/client/api";
import { isObject, type JsonObject } from "../lifecycle/json";
import type { ConfigSource } from "../lifecycle/kind";
import type { Look, Lookout } from "../lifecycle/look";
import { type Found, type Marked, PREFIX } from "./marked";

/** Types that carry a mark. Static routes carry none: they stand in a VrfContext of others. */
const TYPES = Object.keys(AVI_TYPES)
  .filter(isAviType)
  .filter((type) => AVI_TYPES[type].ownerField !== undefined);

/** Everything of the tenant that carries our mark; with `mark` what carries that one, whosever it is. */
export async function markedOnAvi(config: ConfigSource, mark?: string): Promise<Found> {
  const api = apiFor(config);
  const lists = await Promise.all(TYPES.map(async (type) => (await list(api, type, { mark })).map((object) => marked(type, object))));
  const unmarked = mark === undefined ? [] : await unmarkedOfAko(api, mark);
  return { marked: [...lists.flat(), ...unmarked], notes: [] };
}

/** What AKO makes of the types that have no field for its mark. */
async function unmarkedOfAko(api: AviApi, mark: string): Promise<Marked[]> {
  const [, cluster] = /^ako-(.+)$/.exec(mark) ?? [];
  if (!cluster) return [];
  const named = ({ name }: JsonObject) => String(name).startsWith(`${cluster}--`);
  const all = async (type: string) => api.list(type, "page_size=100", api.session.settings.tenant, `list of ${type}`);
  const [vips, profiles, groups] = await Promise.all(["vsvip", "applicationpersistenceprofile", "stringgroup"].map(all));
  return [
    ...(vips ?? [])
      .filter((vip) => named(vip) && !markOf("vsvip", vip).startsWith(PREFIX))
      .map((vip) => ({ ...marked("vsvip", vip), owner: "" })),
    ...(profiles ?? []).filter(named).map((profile) => shown("ApplicationPersistenceProfile", profile, "")),
    ...(groups ?? []).filter((group) => hasMarker(group, mark)).map((group) => shown("StringGroup", group, mark)),
  ];
}

function hasMarker({ markers }: JsonObject, mark: string): boolean {
  const all = Array.isArray(markers) ? markers.filter(isObject) : [];
  return all.some(({ key, values }) => key === "created_by" && Array.isArray(values) && values.includes(mark));
}

/** One list per type of the names. The server filters by the marks that are looked for, where every release knows such a filter. */
export const lookOnAvi: Lookout = (config, { names, owners, tenant }) => {
  const api = apiFor(config);
  const looks = TYPES.flatMap((type): Look[] => {
    const own = names.filter((name) => name.startsWith(`${type}/`));
    if (own.length === 0) return [];
    return (AVI_TYPES[type].ownerField === "created_by" ? owners : [""]).map((owner) => ({
      key: JSON.stringify([type, tenant, owner]),
      names: own,
      take: async () =>
        (await list(api, type, { tenant, filter: owner })).map((object) => ({
          name: `${type}/${String(object.name)}`,
          owner: markOf(type, object),
        })),
    }));
  });
  return { at: api, looks };
};

interface Wanted {
  tenant?: string;
  /** A mark that the server filters by. */
  filter?: string;
  /** The one mark that is wanted; else all of ours. */
  mark?: string;
}

async function list(api: AviApi, type: AviType, { tenant = api.session.settings.tenant, filter, mark }: Wanted): Promise<JsonObject[]> {
  const query = filter ? `&created_by=${encodeURIComponent(filter)}` : "";
  const all = await api.list(type, `page_size=100${query}`, tenant, `list of ${type}`);
  return all.filter((object) => (mark === undefined ? markOf(type, object).startsWith(PREFIX) : markOf(type, object) === mark));
}

function marked(type: AviType, object: JsonObject): Marked {
  return shown(describe(type, "").trim(), object, markOf(type, object));
}

function shown(type: string, object: JsonObject, owner: string): Marked {
  // `_last_modified` counts microseconds.
  const changed = Number(object._last_modified);
  const when = changed > 0 ? { changed: new Date(changed / 1000).toISOString() } : {};
  return { type, name: String(object.name), id: String(object.uuid), owner, ...when };
}
