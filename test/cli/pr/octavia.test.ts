import { startOctaviaSandbox } from "../../../sandbox/index";
import { openstackEnvironment } from "../../../sandbox/octavia-sandbox";
import { octaviaStory } from "../../support/octavia-story";

// On the sandbox the path from preview to destroy; test/cli/nightly goes it on the real services, with everything that goes wrong on the way.
octaviaStory(
  async () => {
    const sandbox = await startOctaviaSandbox();
    const networks = { privateSubnetId: sandbox.subnetId, publicNetworkId: sandbox.externalNetworkId };
    return { url: sandbox.url, env: openstackEnvironment(sandbox), networks, stop: () => sandbox.close() };
  },
  { trouble: false },
);
