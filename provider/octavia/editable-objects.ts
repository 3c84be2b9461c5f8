// Objects of Octavia that an administrator may change, for tests that change them by hand.

import type { Editable, EditableObjects } from "../lifecycle/editable-objects";
import { connect, LBAAS } from "./client";
import type { OpenStackRestClient } from "./client/rest";

/** Lists by type; members are in lists of their pools. */
const LISTS: { readonly [type: string]: string } = {
  loadbalancer: "loadbalancers",
  listener: "listeners",
  pool: "pools",
  healthmonitor: "healthmonitors",
  l7policy: "l7policies",
};

const MEMBER = "member";

/** Objects of the project. Octavia takes the fields that change, and refuses the ones that no one may change. */
export const EDITABLE_OBJECTS: EditableObjects = {
  types: [...Object.keys(LISTS), MEMBER],
  async objects(config, type) {
    const { octavia } = connect(config);
    if (type !== MEMBER) return editableList(octavia, `${LBAAS}/${LISTS[type]}`, LISTS[type] ?? "", type);
    const pools = await octavia.list(`${LBAAS}/pools`, "pools");
    const lists = pools.map(({ id }) => editableList(octavia, `${LBAAS}/pools/${String(id)}/members`, "members", MEMBER));
    return (await Promise.all(lists)).flat();
  },
};

async function editableList(octavia: OpenStackRestClient, path: string, key: string, type: string): Promise<Editable[]> {
  return (await octavia.list(path, key)).map((body) => ({
    name: String(body.name),
    body,
    write: (_edited, changed) => octavia.put(`${path}/${String(body.id)}`, { [type]: changed }),
  }));
}
