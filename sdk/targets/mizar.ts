import { ARKTOS_NETWORK, PLACED_POD, PLACED_SERVICE, SUBNET, VPC } from "../../kinds/mizar/objects";
import { type MizarSpecs, readMizarSpecs } from "../frontends";
import { cidrMap } from "../mizar/cidr-map";
import { drawMizar } from "../mizar/drawing";
import { mizarObjects } from "../mizar/objects";
import type { MizarShown } from "../mizar/plan";
import { translateToMizar } from "../mizar/translate";
import type { Target } from "./target";

export const mizar: Target<MizarSpecs, MizarShown> = {
  name: "mizar",
  kinds: [VPC, SUBNET, ARKTOS_NETWORK, PLACED_POD, PLACED_SERVICE],
  family: () => "mizar",
  read: readMizarSpecs,
  translate: translateToMizar,
  objects: mizarObjects,
  draw: drawMizar,
  map: cidrMap,
};
