import type { Json } from "../../shared/json";

/**
 * The type of one field of a request body, in the two steps of the real server: what JSON says becomes a value, then the value
 * is checked. Null passes the check of every type.
 */
export interface DataType {
  convert(value: Json): Json;
  check(value: Json): Json;
  /** How Python writes a value of this type, where that differs from what JSON says: 2 is 2.0. */
  show?(value: Json): string;
}

export interface Attribute {
  name: string;
  type: DataType;
  mandatory?: boolean;
  /** What a handler reads when the field is not given. */
  default?: Json;
}
