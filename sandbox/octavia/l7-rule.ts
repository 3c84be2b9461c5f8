// L7 rules.
import type { JsonObject } from "../shared/json";
import { present } from "./body";
import type { OctaviaCollection } from "./collection";
import { MOST_RULES_PER_POLICY } from "./constants";
import type { LbaasRequest } from "./context";
import { ApiError, noAttribute, parentNotFound, str, truthy } from "./errors";
import { ruleCreate, ruleUpdate } from "./listener-bodies";
import { lock, type Touched } from "./lock";
import { regexFault } from "./regex-fault";
import type { OctaviaService } from "./service";
import type { OctaviaRow } from "./store";

/** Types of rules that have no key. */
const KEYLESS = ["HOST_NAME", "PATH", "FILE_TYPE"];

function lockPolicy(ctx: LbaasRequest, policy: OctaviaRow): [string, Touched] {
  const listener = ctx.need("listener", String(policy.listener_id));
  return [String(listener.loadbalancer_id), { listeners: [listener], policy }];
}

function policyInPath({ octavia }: LbaasRequest, id: string): OctaviaRow {
  const policy = octavia.store.get("l7policy", id);
  if (!policy) throw parentNotFound("L7Policy", id);
  return policy;
}

export const rules: OctaviaCollection = {
  ...{ kind: "l7rule", root: "rule", plural: "rules", argument: "rule_", create: ruleCreate, update: ruleUpdate },
  above: { find: policyInPath, list: ({ octavia }, policy) => octavia.tree.rules(policy.id) },
  parent: (ctx, _given, policy = policyInPath(ctx, "")) => policy,
  checkNew({ octavia }, body, policy) {
    if (body === null) throw noAttribute("NoneType", "project_id");
    if (body === undefined) throw new ApiError(400, "Error parsing L7Rule: 'UnsetType' object has no attribute 'value'");
    checkRule(body);
    if (octavia.tree.rules(policy.id).length >= MOST_RULES_PER_POLICY) throw new ApiError(409, `Too many rules on L7 policy ${policy.id}`);
  },
  insert(ctx, body, policy) {
    lock(ctx.octavia, ...lockPolicy(ctx, policy));
    return insertRule(ctx.octavia, policy, body);
  },
  locks: (ctx, row, policy = policyInPath(ctx, String(row.l7policy_id))) => lockPolicy(ctx, policy),
  changes(_ctx, body, before) {
    const update = { ...present(body, "invert") };
    if (update.invert === null) update.invert = false;
    if (update.tags === null) update.tags = [];
    const after = { ...before, ...update };
    checkRule(after);
    if (KEYLESS.includes(String(after.type))) update.key = null;
    return update;
  },
};

export function insertRule(octavia: OctaviaService, policy: OctaviaRow, body: JsonObject): OctaviaRow {
  const { tenant_id: _, ...fields } = body;
  return octavia.insert("l7rule", {
    ...fields,
    l7policy_id: policy.id,
    project_id: policy.project_id ?? null,
    invert: fields.invert ?? false,
  });
}

const HEADER_NAME = /^[a-zA-Z0-9!#$%&'*+\-.^_`|~]+$/;
const COOKIE_VALUE = /^[a-zA-Z0-9!#$%&'()*+\-./:<=>?@[\]^_`{|}~]+$/;
const HEADER_VALUE = /^[a-zA-Z0-9!"#$%&'()*+,\-./:;<=>?@[\]^_`{|}~\\]+$/;
const QUOTED_HEADER_VALUE = /^"[a-zA-Z0-9 \t!"#$%&'()*+,\-./:;<=>?@[\]^_`{|}~\\]*"$/;
const DISTINGUISHED_NAME_FIELD = /^[a-zA-Z][A-Za-z0-9-]*$/;
const TEXT_COMPARISONS = ["STARTS_WITH", "ENDS_WITH", "CONTAINS", "EQUAL_TO"];

const refused = (message: string): ApiError => new ApiError(400, `Error parsing L7Rule: ${message}`);
const invalidRule = (message: string): ApiError => refused(`Invalid L7 Rule: ${message}`);

/** Checks a rule by itself, without its policy. */
export function checkRule(rule: JsonObject): void {
  if (!truthy(rule.value)) throw invalidRule("L7 rule type requires a value");
  switch (rule.type) {
    case "HEADER":
    case "COOKIE":
      if (!truthy(rule.key)) throw invalidRule("L7 rule type requires a key");
      if (!HEADER_NAME.test(String(rule.key))) throw refused("Invalid characters in key");
      checkValue(rule, rule.type === "COOKIE" ? "cookie value" : "header value", [...TEXT_COMPARISONS]);
      return;
    case "HOST_NAME":
    case "PATH":
      checkValue(rule, "comparison value", TEXT_COMPARISONS);
      return;
    case "FILE_TYPE":
      checkValue(rule, "comparison value", ["EQUAL_TO"]);
      return;
    case "SSL_CONN_HAS_CERT":
    case "SSL_VERIFY_RESULT":
      checkPlain(rule, rule.type);
      return;
    case "SSL_DN_FIELD":
      checkDistinguishedName(rule);
      return;
    default:
      throw invalidRule("invalid rule type");
  }
}

function checkValue(rule: JsonObject, what: string, comparisons: string[]): void {
  const value = String(rule.value);
  if (rule.compare_type === "REGEX") checkRegex(value);
  else if (!comparisons.includes(String(rule.compare_type))) throw invalidRule("invalid comparison type for rule type");
  else if (what === "cookie value" ? !COOKIE_VALUE.test(value) : !HEADER_VALUE.test(value) && !QUOTED_HEADER_VALUE.test(value)) {
    throw refused(`Invalid characters in ${what}`);
  }
}

function checkRegex(value: string): void {
  const fault = regexFault(value);
  if (fault) throw refused(`Unable to parse regular expression: ${fault}`);
}

function checkPlain(rule: JsonObject, type: string): void {
  const value = String(rule.value);
  if (truthy(rule.key)) throw invalidRule(`L7rule type ${type} does not use the "key" field.`);
  if (type === "SSL_CONN_HAS_CERT" && value.toLowerCase() !== "true") {
    throw invalidRule(`L7rule value ${str(value)} is not a boolean True string.`);
  }
  if (type === "SSL_VERIFY_RESULT" && !/^\d+$/.test(value)) {
    throw invalidRule(`L7rule type ${type} needs a int value, which is >= 0`);
  }
  if (rule.compare_type !== "EQUAL_TO") throw invalidRule(`L7rule type ${type} only supports the EQUAL_TO compare type.`);
}

function checkDistinguishedName(rule: JsonObject): void {
  if (rule.compare_type === "REGEX") checkRegex(String(rule.value));
  if (!truthy(rule.key)) throw invalidRule("L7rule type SSL_DN_FIELD needs to specify a key and a value.");
  if (!DISTINGUISHED_NAME_FIELD.test(String(rule.key))) throw invalidRule("Invalid L7rule distinguished name field.");
}
