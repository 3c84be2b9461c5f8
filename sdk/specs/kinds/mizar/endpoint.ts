import { z } from "zod";
import type { Spec } from "../../meta";
import { isUnknown, mayBeUnknown } from "../../unknown";
import type { KindReader } from "../kind";
import { TENANT_NAMES, textOf } from "./block";

/** mizar.com/v1 Endpoint: an address that the operator has given. Not the core kind Endpoints. */
export interface MizarEndpoint extends Spec {
  ip?: string;
  vpc?: string;
  /** Name of the subnet. */
  net?: string;
}

const text = mayBeUnknown(z.string()).nullish();
const schema = z.object({ spec: z.looseObject({ ip: text, vpc: text, net: text }).nullish() });

/** An endpoint whose fields a preview does not know says nothing yet. */
const known = (value: z.infer<typeof text>) => (isUnknown(value) ? undefined : textOf(value));

export const mizarEndpointReader: KindReader<MizarEndpoint> = {
  kind: "Endpoint",
  apiVersions: ["mizar.com/v1"],
  names: TENANT_NAMES,
  schema,
  build: (base, { spec }: z.infer<typeof schema>) => ({
    ...base,
    ip: known(spec?.ip),
    vpc: known(spec?.vpc),
    net: known(spec?.net),
  }),
};
