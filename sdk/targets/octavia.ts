import { LOAD_BALANCER } from "../../kinds/octavia/load-balancer";
import { readSpecs } from "../frontends";
import { drawOctavia } from "../octavia/drawing";
import { type OctaviaShown, octaviaObjects } from "../octavia/plan";
import { OCTAVIA_SCOPES } from "../octavia/scopes";
import { octaviaInState } from "../octavia/state";
import { INGRESS_CONTROLLER, translateToOctavia } from "../octavia/translate";
import type { SpecSet } from "../specs";
import type { Target } from "./target";

export const octavia: Target<SpecSet, OctaviaShown> = {
  name: "octavia",
  cluster: { key: "cluster_name", usual: "kubernetes", isInNames: ({ naming }) => naming === "occm" },
  ingressClass: { name: "openstack", controller: INGRESS_CONTROLLER },
  kinds: [LOAD_BALANCER],
  family: () => "routing",
  read: readSpecs,
  scopes: OCTAVIA_SCOPES,
  translate: translateToOctavia,
  objects: octaviaObjects,
  draw: drawOctavia,
  state: octaviaInState,
};
