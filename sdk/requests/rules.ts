// Rules of the model as the requests that they take and the answers that they give: the desired routing table.

import { sentPath } from "../../requests/answer/sent-url";
import type { Condition, HeaderEdits, PathEdit, ServedAnswer, ServedRule } from "../../requests/table/routing-table";
import {
  type Forward,
  type HeaderChanges,
  type PathChange,
  type PathMatch,
  type Rule,
  type RuleMatch,
  stemOf,
  type ValueMatch,
} from "../routing";
import { type BackendTable, ownerOf } from "./backend-table";

/** @param unserved answer of a rule without backends that get requests */
export function servedRule(rule: Rule, behind: BackendTable, unserved: ServedAnswer): ServedRule {
  const match = conditionsOf(rule.match);
  return {
    ...(match.length > 0 ? { match } : {}),
    to: answerOf(rule, behind, unserved),
    by: ownerOf(rule.owner, rule.at),
  };
}

function conditionsOf({ path, method, headers, queryParams }: RuleMatch): Condition[] {
  return [
    ...pathCondition(path),
    ...(method === undefined ? [] : [{ of: "method" as const, values: [method] }]),
    ...headers.map((header) => valueCondition("header", header.name.toLowerCase(), header)),
    ...queryParams.map((param) => valueCondition("query", param.name, param)),
  ];
}

/** A pattern for the whole path or value. */
const anchored = (pattern: string): string => `^(?:${pattern})$`;

/** Conditions on the path as clients send it; none for a path that matches every request. */
function pathCondition({ is, value: written }: PathMatch): Condition[] {
  if (is === "regex") return [{ of: "path", is, values: [anchored(written)] }];
  const path = sentPath(written);
  if (is === "exact") return [{ of: "path", is, values: [path] }];
  const value = is === "segments" ? stemOf(path) : path === "/" ? "" : path;
  return value === "" ? [] : [{ of: "path", is, values: [value] }];
}

const valueCondition = (of: "header" | "query", name: string, { is, value }: ValueMatch): Condition => ({
  ...{ of, name, is },
  values: [is === "exact" ? value : anchored(value)],
});

function answerOf({ to, match: { path }, request, response }: Rule, behind: BackendTable, unserved: ServedAnswer): ServedAnswer {
  if ("answer" in to) return { status: to.answer };
  if ("redirect" in to) {
    const { scheme, hostname, path: change, port, statusCode } = to.redirect;
    return {
      redirect: {
        ...(scheme ? { scheme } : {}),
        ...(hostname === undefined ? {} : { host: hostname.toLowerCase() }),
        ...(port === undefined ? {} : { port }),
        ...(change ? { path: editOf(change, path) } : {}),
      },
      status: statusCode,
    };
  }
  const forward = behind.forward(to.backends, { weight: 1, status: 500 });
  if (!forward) return unserved;
  return {
    ...forward,
    empty: { status: 503 },
    ...(request ? requestEdits(request) : {}),
    ...termsOf(to, path),
    ...(response ? { response: headersOf(response) } : {}),
  };
}

/** A changed Host header is the host that servers receive. */
function requestEdits(request: HeaderChanges): { request?: HeaderEdits; host?: string } {
  const isHost = ({ name }: HeaderChanges["set"][number]) => name.toLowerCase() === "host";
  const host = [...request.set, ...request.add].find(isHost)?.value;
  const others = (all: HeaderChanges["set"]) => all.filter((one) => !isHost(one));
  const edits = headersOf({ ...request, set: others(request.set), add: others(request.add) });
  return { ...(Object.keys(edits).length > 0 ? { request: edits } : {}), ...(host === undefined ? {} : { host }) };
}

function termsOf({ rewrite, timeouts, retry }: Forward, path: PathMatch) {
  const [edit, timeout] = [rewrite?.path && editOf(rewrite.path, path), shortest(timeouts)];
  return {
    ...(edit ? { path: edit } : {}),
    ...(rewrite?.hostname === undefined ? {} : { host: rewrite.hostname }),
    ...(timeout === undefined ? {} : { timeout }),
    ...(retry ? { retry: retryText(retry) } : {}),
  };
}

function retryText({ attempts = 1, on }: NonNullable<Forward["retry"]>): string {
  const answers = on === "5xx" ? on : on.join(", ");
  return `${attempts} times${answers === "" ? "" : ` on ${answers}`}`;
}

/** The shorter of both timeouts; 0 is none. */
function shortest({ request, backendRequest }: NonNullable<Forward["timeouts"]> = {}): number | "infinite" | undefined {
  const timeouts = [request, backendRequest].filter((one) => one !== undefined);
  const ends = timeouts.filter((seconds) => seconds > 0);
  if (ends.length > 0) return Math.min(...ends);
  return timeouts.length > 0 ? "infinite" : undefined;
}

function editOf({ replaces, value }: PathChange, path: PathMatch): PathEdit {
  if (replaces === "all") return { full: value };
  const from = sentPath(path.value);
  return replaces === "segments" ? { from, to: value, by: "segments" } : { from, to: value };
}

function headersOf({ set, add, remove }: HeaderChanges): HeaderEdits {
  const named = (all: HeaderChanges["set"]) => Object.fromEntries(all.map(({ name, value }) => [name.toLowerCase(), value]));
  return {
    ...(set.length > 0 ? { set: named(set) } : {}),
    ...(add.length > 0 ? { add: named(add) } : {}),
    ...(remove.length > 0 ? { remove: remove.map((name) => name.toLowerCase()).sort() } : {}),
  };
}
