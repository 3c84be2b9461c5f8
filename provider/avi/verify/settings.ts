// Part of `k8s-lb verify`: reads the settings that a run on Avi uses.

import { z } from "zod";

const network = z.looseObject({ networkName: z.string().optional(), networkUUID: z.string().optional(), cidr: z.string().optional() });

/** Settings of the translation that say where objects of a run are: those that name places on the controller. */
const schema = z.looseObject({
  cloudName: z.string().min(1).default("Default-Cloud"),
  vrfName: z.string().min(1).default("global"),
  tenant: z.string().min(1).optional(),
  segName: z.string().optional(),
  networkName: z.string().optional(),
  subnetIP: z.string().optional(),
  subnetPrefix: z.coerce.string().optional(),
  vipNetworkList: z.array(network).default([]),
});

export type AviVerifySettings = z.output<typeof schema>;

/** The settings of a program, as far as a run reads them. */
export function aviVerifySettings(settings: { readonly [key: string]: unknown }): AviVerifySettings {
  return schema.parse(settings);
}
