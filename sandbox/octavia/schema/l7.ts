import { COMPARE_TYPES, LAST_POSITION, POLICY_ACTIONS, REDIRECT_CODES, RULE_TYPES } from "../constants";
import { uuid } from "../wsme/addresses";
import { arrayOf, objectOf } from "../wsme/containers";
import type { Attribute } from "../wsme/data-type";
import { bool, integer, oneOf, string } from "../wsme/scalars";
import { url } from "../wsme/urls";
import { adminStateUp, description, name, projectId, tags, tenantId, withoutDefaults } from "./common";
import { poolOfGraph } from "./pool";

const ONE_LINE = "^[^\\r\\n]*$";
const line = string({ max: 255, pattern: { test: /^[^\r\n]*$/, written: ONE_LINE } });

const ruleFields = (text: Attribute["type"]): Attribute[] => [
  { name: "type", type: oneOf(RULE_TYPES), mandatory: true },
  { name: "compare_type", type: oneOf(COMPARE_TYPES), mandatory: true },
  { name: "key", type: text },
  { name: "value", type: text, mandatory: true },
  { name: "invert", type: bool, default: false },
  adminStateUp,
];

const ruleOfGraph = objectOf([...ruleFields(string({ max: 255 })), tags]);

export const ruleCreate = objectOf([...ruleFields(line), projectId, tags, tenantId]);

export const ruleUpdate = objectOf(withoutDefaults([...ruleFields(line), tags]));

const action: Attribute = { name: "action", type: oneOf(POLICY_ACTIONS), mandatory: true };
const redirects: Attribute[] = [
  { name: "redirect_url", type: url },
  { name: "redirect_prefix", type: url },
  { name: "position", type: integer(1, LAST_POSITION), default: LAST_POSITION },
];
const redirectPoolId: Attribute = { name: "redirect_pool_id", type: uuid };
const redirectCode: Attribute = { name: "redirect_http_code", type: oneOf(REDIRECT_CODES, "int") };
const rules: Attribute = { name: "rules", type: arrayOf(ruleOfGraph) };

export const policyCreate = objectOf([
  name,
  description,
  adminStateUp,
  projectId,
  action,
  redirectPoolId,
  ...redirects,
  { name: "listener_id", type: uuid, mandatory: true },
  rules,
  tags,
  redirectCode,
  tenantId,
]);

export const policyOfGraph = objectOf([
  name,
  description,
  adminStateUp,
  action,
  { name: "redirect_pool", type: poolOfGraph },
  ...redirects,
  rules,
  tags,
  redirectCode,
]);

export const policyUpdate = objectOf(
  withoutDefaults([name, description, adminStateUp, action, redirectPoolId, ...redirects, tags, redirectCode]),
);
