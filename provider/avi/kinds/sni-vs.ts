import type { JsonObject } from "../../lifecycle/sanitize";
import type { Bundle } from "../bundle/table";

const isAuthority = (live: JsonObject): boolean => live.type === "SSL_CERTIFICATE_TYPE_CA";

/** The child virtual service of one secure host, with its certificate. */
export const SNI_VS: Bundle = {
  name: "SniVS",
  primary: "virtualService",
  slots: [
    // The controller keeps one object per content: certificates of others may come to point at ours.
    { name: "caCertificate", type: "sslkeyandcertificate", optional: true, shareable: true, fits: isAuthority },
    // Absent where another child owns the certificate of the same Secret.
    { name: "certificate", type: "sslkeyandcertificate", optional: true, fits: (live) => !isAuthority(live) },
    { name: "sslProfile", type: "sslprofile", optional: true },
    { name: "poolGroups", type: "poolgroup", many: true },
    { name: "policies", type: "httppolicyset", many: true },
    { name: "virtualService", type: "virtualservice" },
  ],
};
