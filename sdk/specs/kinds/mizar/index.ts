import type { KindReader } from "../kind";
import { serviceReader } from "../service";
import { readers } from "../table";
import { mizarEndpointReader } from "./endpoint";
import { networkReader } from "./network";
import { podReader } from "./pod";
import { subnetReader } from "./subnet";
import { vpcReader } from "./vpc";

/** Every kind that says something about Mizar and Arktos networks. */
export const MIZAR_KINDS = [
  networkReader,
  vpcReader,
  subnetReader,
  mizarEndpointReader,
  podReader,
  serviceReader,
] as const satisfies readonly KindReader[];

export const mizarReaderOf = readers(MIZAR_KINDS);
