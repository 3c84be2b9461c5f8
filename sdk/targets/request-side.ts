// The routing tables of a plan and of the specs, for every target that answers requests.

import type { RoutingTable } from "../../requests/table/routing-table";
import { desiredOfSpecs } from "../requests/desired-of-specs";
import type { RequestSide } from "../requests/rules-with-owners";
import type { SpecSet } from "../specs";
import type { PlanOf, SettingsInput, Target } from "./target";

type Specs = ReturnType<Target["read"]>;

/** Rules that specs ask a target for; undefined where nothing of it answers requests. */
export function desiredRulesBy({ asks }: Target, specs: Specs, settings: SettingsInput): RoutingTable | undefined {
  return asks && isSpecSet(specs) ? desiredOfSpecs(specs, (known) => asks(known, settings)) : undefined;
}

/** Rules that specs ask for, with those that the plan of them serves; undefined where nothing of the target answers requests. */
export function requestSide(target: Target, specs: Specs, settings: SettingsInput, plan: PlanOf<unknown>): RequestSide | undefined {
  const [served, asked] = [target.balancer?.served(plan), desiredRulesBy(target, specs, settings)];
  return served && asked && { served, desired: asked };
}

const isSpecSet = (specs: Specs): specs is SpecSet => "services" in specs && "secrets" in specs;
