// Loaded before the provider process of the tests. Pulumi's runtime loads TypeScript and npm's Arborist, which serve programs that write
// functions into the state; a provider process never asks them for anything. Here they are loaded when somebody does.
const Module = require("node:module");

const load = Module._load;

Module._load = function (request, ...rest) {
  if (request !== "typescript" && request !== "@npmcli/arborist") return load.call(this, request, ...rest);
  return new Proxy({}, { get: (_, name) => load.call(this, request, ...rest)[name] });
};
