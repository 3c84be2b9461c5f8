import type { Bundle } from "../bundle/table";

/** The parent of one shard: its data script picks the member of the pool group whose priority label fits the request. */
export const SHARED_VS: Bundle = {
  name: "SharedVS",
  primary: "virtualService",
  slots: [
    { name: "poolGroup", type: "poolgroup" },
    { name: "redirectPolicy", type: "httppolicyset", optional: true },
    { name: "dataScriptSet", type: "vsdatascriptset" },
    { name: "vsVip", type: "vsvip", fixedName: true },
    { name: "virtualService", type: "virtualservice" },
  ],
};
