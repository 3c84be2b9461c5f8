// Lists objects on an Avi controller by owner mark and by name.

import { AVI_TYPES, type AviType, describe, fqdnsOf, isAviType } from "../../resources/avi/body";
import { isObject } from "../lifecycle/bodies/json";
import type { ConfigSource } from "../lifecycle/handler";
import { MARK_PREFIX } from "../lifecycle/ownership";
import type { ListQueries, ListQuery } from "../lifecycle/preview/existing-objects";
import type { Found, Marked } from "../orphans/marked";
import type { AviObject } from "./client/answers";
import { type AviApi, apiFor } from "./client/api";
import { markOf } from "./objects";

/** Types that carry a mark. Static routes carry none: they stand in a VrfContext of others. */
const TYPES = Object.keys(AVI_TYPES)
  .filter(isAviType)
  .filter((type) => AVI_TYPES[type].ownerField !== undefined);

const isOurs = (type: AviType) => (object: AviObject) => markOf(type, object).startsWith(MARK_PREFIX);

/** Everything of the tenant that carries our mark; with `mark` what carries that one, whosever it is. */
export async function findMarked(config: ConfigSource, mark?: string): Promise<Found> {
  const api = apiFor(config);
  const ofType = async (type: AviType) => {
    const fits = mark === undefined ? isOurs(type) : (object: AviObject) => markOf(type, object) === mark;
    return (await listAll(api, type)).filter(fits).map((object) => marked(type, object));
  };
  const lists = await Promise.all([...TYPES.map(ofType), mark === undefined ? [] : unmarkedOfAko(api, mark)]);
  return { marked: lists.flat(), notes: [] };
}

/** Objects of AKO whose types have no field for its mark. */
async function unmarkedOfAko(api: AviApi, mark: string): Promise<Marked[]> {
  const [, cluster] = /^ako-(.+)$/.exec(mark) ?? [];
  if (!cluster) return [];
  // what AKO makes for Gateways begins with the mark itself
  const isNamed = ({ name }: AviObject) => name.startsWith(`${cluster}--`) || name.startsWith(`${mark}--`);
  const [vips = [], profiles = [], groups = []] = await Promise.all(
    ["vsvip", "applicationpersistenceprofile", "stringgroup"].map((type) => listAll(api, type)),
  );
  return [
    ...vips.filter((vip) => isNamed(vip) && !isOurs("vsvip")(vip)).map((vip) => ({ ...marked("vsvip", vip), owner: "" })),
    ...profiles.filter(isNamed).map((profile) => shown("ApplicationPersistenceProfile", profile, "")),
    ...groups.filter((group) => hasMarker(group, mark)).map((group) => shown("StringGroup", group, mark)),
  ];
}

/** AKO marks a StringGroup with a marker of that name. */
export function hasMarker({ markers }: AviObject, mark: string): boolean {
  const all = Array.isArray(markers) ? markers.filter(isObject) : [];
  return all.some(({ key, values }) => key === "created_by" && Array.isArray(values) && values.includes(mark));
}

/** One list per type of the names. The server filters by the marks that are looked for, where every release knows such a filter. */
export const listQueries: ListQueries = (config, { names, owners, tenant, marksKept = false }) => {
  const api = apiFor(config);
  const nameSet = new Set(names);
  const looks = TYPES.flatMap((type): ListQuery[] => {
    const namesOfType = names.filter((name) => name.startsWith(`${type}/`));
    if (namesOfType.length === 0) return [];
    const filters = AVI_TYPES[type].ownerField === "created_by" && !marksKept ? owners : [undefined];
    const tells = (object: AviObject) => isOurs(type)(object) || (marksKept && nameSet.has(`${type}/${object.name}`));
    return filters.map((owner) => ({
      // what is reported of a list with kept marks depends on the names
      key: JSON.stringify([type, tenant, owner, ...(marksKept ? namesOfType : [])]),
      names: namesOfType,
      async take() {
        const objects = (await listAll(api, type, owner, tenant)).filter(tells);
        return objects.map((object) => ({ name: `${type}/${object.name}`, owner: markOf(type, object), serves: fqdnsOf(object) }));
      },
    }));
  });
  return { at: api, queries: looks };
};

/** All objects of a type; of one mark, where the server must filter by it. */
function listAll(api: AviApi, type: string, createdBy?: string, tenant = api.session.settings.tenant): Promise<AviObject[]> {
  const filter = createdBy ? `&created_by=${encodeURIComponent(createdBy)}` : "";
  return api.list(type, `page_size=100${filter}`, tenant, `list of ${type}`);
}

function marked(type: AviType, object: AviObject): Marked {
  return shown(describe(type, "").trim(), object, markOf(type, object));
}

function shown(type: string, { name, uuid, _last_modified }: AviObject, owner: string): Marked {
  // `_last_modified` counts microseconds.
  const changed = Number(_last_modified);
  const when = changed > 0 ? { changed: new Date(changed / 1000).toISOString() } : {};
  return { type, name, id: uuid, owner, ...when };
}
