// Part of `k8s-lb verify`: reads the settings that a run on Octavia uses.

import { z } from "zod";

const text = z.string().default("");

/** Settings of the translation that say where load balancers are, of both namings. */
const schema = z
  .looseObject({
    subnet_id: text,
    service_subnet_id: text,
    network_id: text,
    lb_provider: text,
    provider: text,
    flavor_id: text,
    availability_zone: text,
    member_subnet_id: text,
  })
  .transform((config) => ({
    subnet: config.subnet_id || config.service_subnet_id,
    network: config.network_id,
    provider: config.lb_provider || config.provider,
    flavor: config.flavor_id,
    zone: config.availability_zone,
    memberSubnet: config.member_subnet_id,
  }));

export type OctaviaVerifySettings = z.output<typeof schema>;

/** The settings of a program, as far as a run reads them. */
export function octaviaVerifySettings(settings: { readonly [key: string]: unknown }): OctaviaVerifySettings {
  return schema.parse(settings);
}
