#!/usr/bin/env node
// The executable `pulumi-resource-k8s-lb`: the engine starts it with its address, reads the port from the first line, and speaks gRPC.

import { packageVersion } from "../sdk/own-package";
import { reachEngineWithoutProxy } from "./engine-without-proxy";
import { endWithEngine } from "./life";
import { serve } from "./server";

reachEngineWithoutProxy();
const plugin = { version: packageVersion(), engine: process.argv[2] ?? "", config: {}, self: "" };
void serve(plugin).then(
  (port) => {
    endWithEngine();
    process.stdout.write(`${port}\n`);
  },
  (error: unknown) => {
    process.stderr.write(
      `The plugin of pulumi-k8s-lb cannot listen on 127.0.0.1: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exitCode = 1;
  },
);
