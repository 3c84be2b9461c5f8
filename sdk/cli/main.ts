#!/usr/bin/env node
// The executable `k8s-lb`.

import { createRequire } from "node:module";
import { withoutCompiler } from "../watch/stack/without-compiler";
import { endOnBrokenPipe } from "./broken-pipe";
import { runCall } from "./program";

withoutCompiler(createRequire(__filename));
endOnBrokenPipe(process.stdout, () => process.exit());

void runCall(process.argv.slice(2));
