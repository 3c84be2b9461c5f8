import type * as pulumi from "@pulumi/pulumi";
import { AviResource, type Inputs } from "./base";

export type StaticRoutesArgs = Inputs<"StaticRoutes">;

/** Our own routes inside a VRF context that belongs to others; routes of others are never touched. */
export class StaticRoutes extends AviResource {
  constructor(name: string, args: StaticRoutesArgs, opts?: pulumi.CustomResourceOptions) {
    super("StaticRoutes", name, { ...args }, opts);
  }
}
