import type * as pulumi from "@pulumi/pulumi";

/** Inputs of an inventory. */
export interface InventoryArgs {
  /** `<api type>/<name>` of everything that is managed, sorted. */
  names: pulumi.Input<string[]>;
  /** What a name stands for, where an object keeps its identity when it is renamed: then it does not vanish with its name. */
  identities?: pulumi.Input<{ [name: string]: pulumi.Input<string> }>;
  /**
   * The mark that all of it carries. With it an inventory that is made anew looks whether such objects exist already (LB2053, LB2054),
   * and the guard against mass deletion counts only what exists.
   */
  owner?: pulumi.Input<string>;
  /** Tenant of Avi, or id of the project of OpenStack, to look in, when not that of the connection. */
  tenant?: pulumi.Input<string>;
  /** Names that are left out only because the specs lack something, and what: those that are managed so far must not vanish (LB2017). */
  missing?: pulumi.Input<{ [name: string]: pulumi.Input<string> }>;
  /**
   * Take over what exists already; meant for one run.
   * @default false
   */
  adopt?: pulumi.Input<boolean>;
  /**
   * Let a large part vanish at once; meant for one run.
   * @default false
   */
  allowMassDelete?: pulumi.Input<boolean>;
}

/** What a component tells its inventory: of flags only those that are set. */
export function inventoryArgs(
  known: { names: string[]; identities?: Record<string, string>; owner: string; tenant?: string; missing?: Record<string, string> },
  { adopt, allowMassDelete }: { adopt?: boolean; allowMassDelete?: boolean },
): InventoryArgs {
  const { tenant, missing = {}, ...rest } = known;
  return {
    ...rest,
    ...(tenant ? { tenant } : {}),
    ...(Object.keys(missing).length > 0 ? { missing } : {}),
    ...(adopt ? { adopt: true } : {}),
    ...(allowMassDelete ? { allowMassDelete: true } : {}),
  };
}
