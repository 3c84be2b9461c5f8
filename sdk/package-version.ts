import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The release that is running. */
export function packageVersion(): string {
  const file = createRequire(__filename).resolve("pulumi-k8s-lb/package.json");
  const { version }: { version: string } = JSON.parse(readFileSync(file, "utf8"));
  return version;
}
