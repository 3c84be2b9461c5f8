// The cases for the real Octavia and the sandbox; both must answer alike. See README.md.
import { compare } from "../lib/replay/compare.mjs";
import { replayAll } from "./lib/replay.mjs";
import { servers } from "./lib/servers.mjs";

const requestsOf = ({ steps }) => steps.flatMap(({ request }) => (request ? [request] : []));

export const suite = {
  folder: new URL("./", import.meta.url),
  servers,
  replayAll,
  setups: [
    { options: { auth: "noauth" }, wanted: ({ needs }) => !needs },
    { options: { auth: "keystone", barbican: true, neutron: true }, wanted: ({ needs }) => needs },
  ],
  /**
   * Of Octavia everything is compared; the other services are there for its sake, and what the sandbox leaves out of their answers does not
   * count.
   */
  compare(item, expected, actual) {
    const requests = requestsOf(item);
    const labels = requests.map(({ method, path }) => `${method} ${path}`);
    return compare(expected, actual, labels, (index) => (requests[index]?.service ?? "octavia") !== "octavia");
  },
};
