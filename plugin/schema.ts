// Reads the package schema.

import { readFileSync } from "node:fs";
import { ownFile } from "../sdk/own-package";

type Properties = { readonly [property: string]: { readonly $ref?: string } };

/** The part of the package schema that the plugin itself reads. */
interface PackageSchema {
  readonly provider: { readonly inputProperties: Properties };
  readonly types: { readonly [token: string]: { readonly properties?: Properties } };
  readonly resources: {
    readonly [token: string]: {
      readonly isComponent?: boolean;
      readonly inputProperties?: Properties;
      readonly properties?: Properties;
    };
  };
}

let schema: PackageSchema | undefined;

/** The schema of the package, docs/schema.json: the build puts it beside the plugin. */
export function packageSchema(): PackageSchema {
  schema ??= JSON.parse(readFileSync(ownFile("dist/plugin/schema.json"), "utf8")) as PackageSchema;
  return schema;
}

/** Keys of a connection, `controller` of `avi`. */
export function connectionKeys(connection: string): string[] {
  const { provider, types } = packageSchema();
  const type = provider.inputProperties[connection]?.$ref?.replace("#/types/", "") ?? "";
  return Object.keys(types[type]?.properties ?? {});
}
