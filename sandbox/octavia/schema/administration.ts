import { uuid } from "../wsme/addresses";
import { objectOf } from "../wsme/containers";
import type { Attribute } from "../wsme/data-type";
import { bool, integer, string } from "../wsme/scalars";
import { description, withoutDefaults } from "./common";

const quota = integer(-1, 2000000000);

export const quotaUpdate = objectOf(
  ["loadbalancer", "load_balancer", "listener", "member", "pool", "healthmonitor", "health_monitor", "l7policy", "l7rule"].map((name) => ({
    name,
    type: quota,
  })),
);

const name: Attribute = { name: "name", type: string({ max: 255 }), mandatory: true };
const enabled: Attribute = { name: "enabled", type: bool, default: true };

export const flavorCreate = objectOf([name, description, enabled, { name: "flavor_profile_id", type: uuid, mandatory: true }]);
export const flavorUpdate = objectOf(withoutDefaults([name, description, enabled]));

export const zoneCreate = objectOf([name, description, enabled, { name: "availability_zone_profile_id", type: uuid, mandatory: true }]);
export const zoneUpdate = objectOf(withoutDefaults([description, enabled]));

const profile = (data: string): Attribute[] => [
  name,
  { name: "provider_name", type: string({ max: 255 }), mandatory: true },
  { name: data, type: string({ max: 4096 }), mandatory: true },
];

export const flavorProfileCreate = objectOf(profile("flavor_data"));
export const flavorProfileUpdate = objectOf(withoutDefaults(profile("flavor_data")));
export const zoneProfileCreate = objectOf(profile("availability_zone_data"));
export const zoneProfileUpdate = objectOf(withoutDefaults(profile("availability_zone_data")));
