// Paths, version and addresses of this package.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Path of a file of this package as it is installed, `dist/plugin/main.js`. */
export const ownFile = (path: string): string => join(dirname(createRequire(__filename).resolve("pulumi-k8s-lb/package.json")), path);

/** Fields of a package.json. */
interface Manifest {
  version: string;
  repository: { url: string };
}

const manifest = (): Manifest => JSON.parse(readFileSync(ownFile("package.json"), "utf8"));

/** The release that is running. */
export const packageVersion = (): string => manifest().version;

/** Address of the repository that a package.json names, as a browser opens it. */
export const repositoryAddress = ({ repository }: Pick<Manifest, "repository">): string => repository.url.replace(/^git\+|\.git$/g, "");

/** Address at which Pulumi finds the native plugin of each release, as in the schema of the package. */
export const pluginAddress = (of: Pick<Manifest, "repository"> = manifest()): string =>
  repositoryAddress(of).replace("https://github.com", "github://api.github.com");
