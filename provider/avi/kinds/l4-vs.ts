import type { Bundle } from "../bundle/table";

/** A Service of type LoadBalancer: one pool group per port behind one address. */
export const L4_VS: Bundle = {
  name: "L4VS",
  primary: "virtualService",
  slots: [
    { name: "poolGroups", type: "poolgroup", many: true },
    { name: "vsVip", type: "vsvip", fixedName: true },
    { name: "virtualService", type: "virtualservice" },
  ],
};
