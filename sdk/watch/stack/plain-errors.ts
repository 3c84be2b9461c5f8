// Shows errors without colours, in the process of a program: Pulumi asks for them, and the watch drops them. Some releases of Node (20.20 is
// one) build a text of half a gigabyte where a frame of the stack is a file right below a scope (`node_modules/@pulumi/resource.ts`), as
// source maps of Pulumi's SDK name them: half a minute for each program that throws at once. Loaded before the SDK, which copies `inspect`.

import { createRequire } from "node:module";

type Inspect = (value: unknown, options?: object | boolean | null, depth?: number | null) => string;

const util: { inspect: Inspect } = createRequire(__filename)("node:util");

// the properties stay those of Node
util.inspect = new Proxy(util.inspect, {
  apply: (inspect, _, [value, options, depth]: Parameters<Inspect>) =>
    typeof options === "object" ? inspect(value, { ...options, colors: false }) : inspect(value, options, depth),
});
