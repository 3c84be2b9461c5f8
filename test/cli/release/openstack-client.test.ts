import { join } from "node:path";
import { clientSuite } from "../../support/openstack-client";
import { root } from "../pr/harness";

// The client against the real Keystone, Octavia, Neutron and Barbican.
clientSuite(
  async () => {
    const { startOctaviaServer } = await import(join(root, "tools/octavia-server/index.mjs"));
    return startOctaviaServer({ auth: "keystone", barbican: true, neutron: true });
  },
  { real: true },
);
