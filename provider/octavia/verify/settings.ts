import { z } from "zod";

// The settings of a verify run on Octavia.

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
  .transform((given) => ({
    subnet: given.subnet_id || given.service_subnet_id,
    network: given.network_id,
    provider: given.lb_provider || given.provider,
    flavor: given.flavor_id,
    zone: given.availability_zone,
    memberSubnet: given.member_subnet_id,
  }));

export type OctaviaVerifySettings = z.output<typeof schema>;

/** The settings of a program, as far as a run reads them. */
export function octaviaVerifySettings(settings: { readonly [key: string]: unknown }): OctaviaVerifySettings {
  return schema.parse(settings);
}
