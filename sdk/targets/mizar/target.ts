// The entry `mizar` of TARGETS: what commands and components use of the target Mizar.

import { MIZAR_KINDS } from "../../../resources/mizar/objects";
import { type MizarSpecs, readMizarSpecs } from "../../frontends";
import type { Target } from "../target";
import { cidrMap } from "./cidr-map";
import { drawMizar } from "./drawing";
import { mizarObjects } from "./objects";
import type { MizarShown } from "./plan";
import { translateToMizar } from "./translate";

const MANAGED = ["get", "list", "create", "patch", "delete"];

export const mizar: Target<MizarSpecs, MizarShown> = {
  name: "mizar",
  kinds: MIZAR_KINDS,
  family: () => "mizar",
  rights: {
    manage: [
      { group: "mizar.com", resources: ["subnets", "vpcs"], verbs: MANAGED, clusterWide: true },
      { group: "mizar.com", resources: ["bouncers", "dividers", "endpoints"], verbs: ["get", "list"], clusterWide: true },
      { group: "arktos.futurewei.com", resources: ["networks"], verbs: MANAGED, clusterWide: true },
      { group: "", resources: ["pods", "services"], verbs: MANAGED },
      { group: "", resources: ["events"], verbs: ["list"] },
    ],
    // the place of a Pod is in annotations, which are no subresource
    writeStatus: [{ group: "", resources: ["pods"], verbs: ["get", "list", "patch"] }],
  },
  read: readMizarSpecs,
  translate: translateToMizar,
  objects: mizarObjects,
  draw: drawMizar,
  map: cidrMap,
};
