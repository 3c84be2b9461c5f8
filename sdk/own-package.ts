import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Path of a file of this package as it is installed, `dist/plugin/main.js`. */
export const ownFile = (path: string): string => join(dirname(createRequire(__filename).resolve("pulumi-k8s-lb/package.json")), path);

/** The release that is running. */
export function packageVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(ownFile("package.json"), "utf8"));
  return version;
}
