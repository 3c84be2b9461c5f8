// The entry `routes` of TARGETS: the neutral model, without resources.

import { readSpecs } from "../../frontends";
import type { SpecSet } from "../../specs";
import type { Target } from "../target";
import { drawRoutes } from "./drawing";
import { type RoutesView, routesModel, translateToRoutes } from "./translate";

/** The neutral model, whatever load balancer serves it: nothing of it is a resource. */
export const routes: Target<SpecSet, Pick<RoutesView, "objects" | "owners" | "table">> = {
  name: "routes",
  kinds: [],
  family: () => "routing",
  read: readSpecs,
  translate(specs, options) {
    const { objects, owners, table, statuses, diagnostics } = translateToRoutes(specs, options);
    const facts = { names: Object.keys(owners), missing: {}, review: { routes: {}, servers: {} } };
    return { target: "routes", resources: [], endpoints: [], statuses, diagnostics, facts, shown: { objects, owners, table } };
  },
  asks: routesModel,
  objects: ({ shown: { objects, owners } }) => ({ objects, owners }),
  draw: ({ shown, statuses }, sources) => drawRoutes({ ...shown, statuses }, sources),
};
