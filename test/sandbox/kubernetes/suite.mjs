// The cases for a real kube-apiserver and the sandbox; both must answer alike. See README.md.
import { compare } from "../lib/replay/compare.mjs";
import { labelOf, replayAll } from "./lib/replay.mjs";
import { servers } from "./lib/servers.mjs";

export const suite = {
  folder: new URL("./", import.meta.url),
  servers,
  replayAll,
  setups: [
    { options: { authorization: "AlwaysAllow" }, wanted: ({ needs }) => !needs },
    { options: { authorization: "RBAC", users: ["limited"] }, wanted: ({ needs }) => needs === "rbac" },
  ],
  compare: ({ steps }, expected, actual) => compare(expected, actual, steps.map(labelOf).filter(Boolean)),
};
