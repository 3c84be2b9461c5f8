import { startOctaviaSandbox } from "../../../../sandbox/index";
import { openstackEnvironment } from "../../../../sandbox/octavia-sandbox";
import { octaviaWatchStory } from "../../../support/watch-octavia";

// On the sandbox, which counts the calls; octavia.test.ts is the same on the real octavia-api.
octaviaWatchStory(async () => {
  const sandbox = await startOctaviaSandbox();
  const networks = { privateSubnetId: sandbox.subnetId, publicNetworkId: sandbox.externalNetworkId };
  const writes = () => {
    const calls = sandbox.calls().filter(({ method, path }) => method !== "GET" && path.includes("/lbaas/"));
    sandbox.resetCalls();
    return calls.map(({ method, path }) => `${method} ${path}`);
  };
  return { url: sandbox.url, env: openstackEnvironment(sandbox), networks, writes, stop: () => sandbox.close() };
});
