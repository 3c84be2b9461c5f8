import { isObject } from "../../lifecycle/json";
import { isVoid, objects } from "../tree/compare";
import { at, known, type Reason, type Rule, text } from "./rule";

const MAX_RULES = 50;

/** Where each action leads. */
const TARGETS: { readonly [action: string]: string | undefined } = {
  REJECT: undefined,
  REDIRECT_TO_POOL: "redirect_pool",
  REDIRECT_TO_URL: "redirect_url",
  REDIRECT_PREFIX: "redirect_prefix",
};

export const checkPolicy: Rule = (place, tree) => {
  const action = text(place.body.action);
  if (place.part !== "l7policy" || action === undefined || !(action in TARGETS)) return [];
  const { body } = place;
  const needed = TARGETS[action];
  const reasons: Reason[] = [];
  const add = (field: string, message: string) => reasons.push(at(place, field, message));
  if (needed && isVoid(body[needed])) add(needed, `is missing for ${action}`);
  for (const field of ["redirect_pool", "redirect_url", "redirect_prefix"]) {
    if (field !== needed && known(body[field])) add(field, `does not go with ${action}`);
  }
  if (known(body.redirect_http_code) && !["redirect_url", "redirect_prefix"].includes(needed ?? "")) {
    add("redirect_http_code", `does not go with ${action}`);
  }
  for (const field of ["redirect_url", "redirect_prefix"]) {
    const url = text(body[field]);
    if (url !== undefined && !/^https?:\/\/[^/\s]+/.test(url)) add(field, `"${url}" is no http(s) address`);
  }
  const name = isObject(body.redirect_pool) ? text(body.redirect_pool.name) : undefined;
  if (name !== undefined) {
    const pool = tree.pools.get(name);
    const protocol = text(pool?.protocol);
    if (!pool) add("redirect_pool", `pool "${name}" is named but nowhere spelt out`);
    else if (protocol && !["HTTP", "PROXY", "PROXYV2"].includes(protocol))
      add("redirect_pool", `a policy cannot lead to a ${protocol} pool`);
  }
  if (objects(body.rules).length > MAX_RULES) add("rules", `has ${objects(body.rules).length} rules, ${MAX_RULES} are allowed`);
  return reasons;
};

const KEYED = ["HEADER", "COOKIE", "SSL_DN_FIELD"];

export const checkRule: Rule = (place) => {
  const { type: kind, compare_type: how, value, key } = place.body;
  const type = text(kind);
  if (place.part !== "rule" || type === undefined) return [];
  const compare = text(how);
  const wanted = text(value);
  const reasons: Reason[] = [];
  const add = (field: string, message: string) => reasons.push(at(place, field, message));
  if (KEYED.includes(type) && isVoid(key)) add("key", `is missing for ${type}`);
  if (!KEYED.includes(type) && known(key) && key !== "") add("key", `does not go with ${type}`);
  if (type === "FILE_TYPE" && compare && compare !== "EQUAL_TO" && compare !== "REGEX")
    add("compare_type", "FILE_TYPE knows EQUAL_TO and REGEX only");
  if (type.startsWith("SSL_") && type !== "SSL_DN_FIELD" && compare && compare !== "EQUAL_TO")
    add("compare_type", `${type} knows EQUAL_TO only`);
  if (wanted === undefined) return reasons;
  if (wanted === "") add("value", "is empty");
  if (type === "SSL_CONN_HAS_CERT" && wanted !== "True") add("value", `is "${wanted}", SSL_CONN_HAS_CERT knows "True" only`);
  if (type === "SSL_VERIFY_RESULT" && !/^\d+$/.test(wanted)) add("value", `is "${wanted}", SSL_VERIFY_RESULT needs a number`);
  if (compare === "REGEX") {
    try {
      new RegExp(wanted);
    } catch {
      add("value", `"${wanted}" is no regular expression`);
    }
  } else if (/\s/.test(wanted) && !/^".*"$/.test(wanted)) add("value", `"${wanted}" has blanks: put it in double quotes`);
  return reasons;
};
