import { ALPN_PROTOCOLS } from "../constants";
import { arrayOf } from "../wsme/containers";
import type { Attribute, DataType } from "../wsme/data-type";
import { ValueFault } from "../wsme/faults";
import { bool, string } from "../wsme/scalars";

export const name: Attribute = { name: "name", type: string({ max: 255 }) };
export const description: Attribute = { name: "description", type: string({ max: 255 }) };
export const adminStateUp: Attribute = { name: "admin_state_up", type: bool, default: true };
/** Taken from the load balancer whatever a client writes here. */
export const projectId: Attribute = { name: "project_id", type: string({ max: 36 }) };
export const tenantId: Attribute = { name: "tenant_id", type: string({ max: 36 }) };
export const tags: Attribute = { name: "tags", type: arrayOf(string({ max: 255 })) };

/** A field that is left alone when a PUT does not name it. */
const optional = ({ name, type }: Attribute): Attribute => ({ name, type });

export const withoutDefaults = (attributes: Attribute[]): Attribute[] => attributes.map(optional);

/** Attributes without those of these names. */
export const except = (attributes: Attribute[], ...names: string[]): Attribute[] =>
  attributes.filter((attribute) => !names.includes(attribute.name));

const alpn: DataType = {
  convert: (value) => value,
  check(value) {
    if (!ALPN_PROTOCOLS.includes(value as string)) throw new ValueFault("Value should be a valid ALPN protocol ID");
    return value;
  },
};

/** How pools and listeners speak TLS. */
export const tlsOptions: Attribute[] = [
  { name: "tls_ciphers", type: string({ max: 2048 }) },
  { name: "tls_versions", type: arrayOf(string({ max: 32 })) },
  { name: "alpn_protocols", type: arrayOf(alpn) },
];
