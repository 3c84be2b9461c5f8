// Rows of `k8s-lb status` as JSON and YAML.

import { countText } from "../../requests/health/words";
import type { StatusRow } from "./report";
import { whyText } from "./text";

/** A row as programs read it. */
export const statusForm = (row: StatusRow) => ({
  ...{ object: row.object, target: row.target, ...(row.component === undefined ? {} : { component: row.component }) },
  ...{ state: row.state, spec: row.spec, summary: countText(row.servers), why: whyText(row) },
  ...{ up: row.servers.filter(({ state }) => state === "up").length, servers: row.servers },
  ...{ addresses: row.addresses, routes: row.routes },
});
