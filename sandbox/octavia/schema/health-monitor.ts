import { HTTP_METHODS, MONITOR_TYPES } from "../constants";
import { uuid } from "../wsme/addresses";
import { objectOf } from "../wsme/containers";
import type { Attribute } from "../wsme/data-type";
import { integer, oneOf, string } from "../wsme/scalars";
import { urlPath } from "../wsme/urls";
import { adminStateUp, except, name, projectId, tags, tenantId, withoutDefaults } from "./common";

const CODES = "^(\\d{3}(\\s*,\\s*\\d{3})*)$|^(\\d{3}-\\d{3})$";
const DOMAIN = "^(?=.{1,253}\\.?$)(?:(?!-|[^.]+_)[A-Za-z0-9-_]{1,63}(?<!-)(?:\\.|$))+$";

const retries = integer(1, 10);

const fields: Attribute[] = [
  name,
  { name: "type", type: oneOf(MONITOR_TYPES), mandatory: true },
  { name: "delay", type: integer(0), mandatory: true },
  { name: "timeout", type: integer(0), mandatory: true },
  { name: "max_retries_down", type: retries, default: 3 },
  { name: "max_retries", type: retries, mandatory: true },
  { name: "http_method", type: oneOf(HTTP_METHODS) },
  { name: "url_path", type: urlPath },
  { name: "expected_codes", type: string({ pattern: { test: new RegExp(CODES), written: CODES } }) },
  adminStateUp,
  tags,
  { name: "http_version", type: oneOf([1.0, 1.1], "float") },
  { name: "domain_name", type: string({ min: 1, max: 255, pattern: { test: new RegExp(DOMAIN), written: DOMAIN } }) },
];

export const monitorOfPool = objectOf(fields);

export const monitorCreate = objectOf([
  ...fields.slice(0, 10),
  projectId,
  { name: "pool_id", type: uuid, mandatory: true },
  ...fields.slice(10),
  tenantId,
]);

export const monitorUpdate = objectOf(withoutDefaults(except(fields, "type")));
