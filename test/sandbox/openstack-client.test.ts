// The client against the sandbox; test/cli/release runs the same against the real Keystone, Octavia, Neutron and Barbican.
import { startOctaviaSandbox } from "../../sandbox/index";
import { openstackEnvironment } from "../../sandbox/octavia-sandbox";
import { clientSuite } from "../support/openstack-client";

clientSuite(async () => {
  const sandbox = await startOctaviaSandbox();
  const { url, authUrl = "" } = sandbox;
  return { url, authUrl, env: openstackEnvironment(sandbox), stop: () => sandbox.close() };
});
