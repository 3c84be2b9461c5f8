import type { JsonObject } from "../shared/json";
import { OLDEST_VERSION } from "./version";

/** The version block of login, `initial-data` and `cluster/version`. */
export function versionInfo(version: string): JsonObject {
  return {
    Version: version,
    build: 9000,
    Tag: `${version}-9000-sandbox`,
    ProductName: "NSX Advanced Load Balancer",
    Product: "controller",
    Date: "2022-07-01T00:00:00+00:00",
    min_version: OLDEST_VERSION.split(".").slice(0, 2).join("."),
  };
}
