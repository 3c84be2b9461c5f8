import type { Bundle } from "../bundle/table";

/**
 * The passthrough hosts of one shard: its data script picks the pool group of the host that the client asks for. The virtual
 * service on port 80 is made last, because it shares the VIP of the other, and goes first (ako.md 3.5).
 */
export const PASSTHROUGH_VS: Bundle = {
  name: "PassthroughVS",
  primary: "virtualService",
  slots: [
    { name: "poolGroups", type: "poolgroup", many: true },
    { name: "dataScriptSet", type: "vsdatascriptset" },
    { name: "vsVip", type: "vsvip", fixedName: true },
    { name: "virtualService", type: "virtualservice" },
    { name: "redirectPolicy", type: "httppolicyset", optional: true },
    { name: "insecureVirtualService", type: "virtualservice", optional: true, nameFrom: (primary) => `${primary}-insecure` },
  ],
};
