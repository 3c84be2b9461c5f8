import { readFileSync } from "node:fs";
import { ownFile } from "../sdk/own-package";

/** The part of the package schema that the plugin itself reads. */
interface PackageSchema {
  readonly resources: {
    readonly [token: string]: {
      readonly isComponent?: boolean;
      readonly inputProperties?: { readonly [input: string]: unknown };
      readonly properties?: { readonly [output: string]: unknown };
    };
  };
}

let schema: PackageSchema | undefined;

/** The schema of the package, docs/schema.json: the build puts it beside the plugin. */
export function packageSchema(): PackageSchema {
  schema ??= JSON.parse(readFileSync(ownFile("dist/plugin/schema.json"), "utf8")) as PackageSchema;
  return schema;
}
