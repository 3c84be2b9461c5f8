import { certificateNames } from "../../kinds/certificate-names";
import { describeObject } from "../../kinds/diagnostic";
import { byHost, certificateFor, type ListedRule } from "../../kinds/requests/by-host";
import type { Condition, HeaderEdits, PathEdit, ServedAddress, ServedAnswer, ServedPort, ServedRule } from "../../kinds/requests/form";
import {
  type ConnectionPort,
  type GatewayForward,
  type GatewayModel,
  type HeaderChanges,
  type PathChange,
  type RequestMatch,
  type RequestPort,
  type RequestRule,
  readsRequests,
  stemOf,
  type ValueMatch,
} from "../routing";
import { type Behind, ownerOf } from "./parts";

/** Rules that a Gateway and its Routes ask for. */
export function gatewayAddress({ owner, addresses, ports }: GatewayModel, behind: Behind): ServedAddress {
  const name = describeObject(owner.ref);
  const at = addresses.filter((address): address is string => typeof address === "string");
  return {
    ...{ name, group: name },
    ...(at.length > 0 ? { at } : {}),
    ports: ports.map((port) => (readsRequests(port) ? requestPort(port, behind) : connectionPort(port, behind))),
  };
}

/** A wildcard takes any number of labels. */
const nameOf = (host: string): string => (host.startsWith("*.") ? `*${host}` : host);

function requestPort(
  { protocol, port, certificates, keepsCertificates, clients, rules, asked = rules }: RequestPort,
  behind: Behind,
): ServedPort {
  const list = asked.map((rule): ListedRule => {
    const except = rule.except.map(nameOf);
    return { names: [[nameOf(rule.host)]], ...(except.length > 0 ? { except } : {}), rule: ruleOf(rule, behind) };
  });
  const valid = new Map<string, string>();
  for (const { certificate, source } of protocol === "HTTPS" ? certificates : [])
    for (const name of certificateNames(certificate) ?? [""])
      valid.set(name, valid.get(name) ?? `Secret ${source.namespace}/${source.name}`);
  if (keepsCertificates && !valid.has("")) valid.set("", "held by the target");
  return {
    ...{ port, protocol: protocol === "HTTPS" ? "https" : "http" },
    ...(clients && !clients.insecureFallback ? { clientCertificate: "required" } : {}),
    ...(clients ? { authority: clients.sources.join(" and ") } : {}),
    hosts: byHost(list, [...valid.keys()], (host) => {
      const certificate = certificateFor(host, valid);
      return certificate === undefined ? {} : { certificate };
    }),
    otherwise: { status: 404 },
  };
}

function ruleOf(rule: RequestRule, behind: Behind): ServedRule {
  const match = matchOf(rule.match);
  return { ...(match.length > 0 ? { match } : {}), to: answerOf(rule, behind), by: ownerOf(rule.owner, rule.at) };
}

function matchOf({ path, method, headers, queryParams }: RequestMatch): Condition[] {
  return [
    ...pathOf(path),
    ...(method === undefined ? [] : [{ of: "method" as const, values: [method] }]),
    ...headers.map((header) => valueTest("header", header.name.toLowerCase(), header)),
    ...queryParams.map((param) => valueTest("query", param.name, param)),
  ];
}

/** The whole path or value must match. */
const whole = (pattern: string): string => `^(?:${pattern})$`;

function pathOf({ type, value }: RequestMatch["path"]): Condition[] {
  if (type === "RegularExpression") return [{ of: "path", is: "regex", values: [whole(value)] }];
  if (type === "Exact") return [{ of: "path", is: "exact", values: [value] }];
  const stem = stemOf(value);
  return stem === "" ? [] : [{ of: "path", is: "segments", values: [stem] }];
}

const valueTest = (of: "header" | "query", name: string, { type, value }: ValueMatch): Condition =>
  type === "Exact" ? { of, name, is: "exact", values: [value] } : { of, name, is: "regex", values: [whole(value)] };

function answerOf({ to, match: { path }, request, response }: RequestRule, behind: Behind): ServedAnswer {
  if ("answer" in to) return { status: to.answer };
  if ("redirect" in to) {
    const { scheme, hostname, path: change, port, statusCode } = to.redirect;
    const edit = change && editOf(change, path.value);
    return {
      redirect: {
        ...(scheme ? { scheme } : {}),
        ...(hostname === undefined ? {} : { host: hostname.toLowerCase() }),
        ...(port === undefined ? {} : { port }),
        ...(edit ? { path: edit } : {}),
      },
      status: statusCode,
    };
  }
  const found = behind.forward(to.backends, { weight: 1, status: 500 });
  if (!found) return { status: 500 };
  return {
    ...found,
    empty: { status: 503 },
    ...(request ? requestEdits(request) : {}),
    ...editsOf(to, path.value),
    ...(response ? { response: headersOf(response) } : {}),
  };
}

/** The header of the host is what servers see as the host. */
function requestEdits(request: HeaderChanges): { request?: HeaderEdits; host?: string } {
  const isHost = ({ name }: HeaderChanges["set"][number]) => name.toLowerCase() === "host";
  const host = [...request.set, ...request.add].find(isHost)?.value;
  const others = (all: HeaderChanges["set"]) => all.filter((one) => !isHost(one));
  const edits = headersOf({ ...request, set: others(request.set), add: others(request.add) });
  return { ...(Object.keys(edits).length > 0 ? { request: edits } : {}), ...(host === undefined ? {} : { host }) };
}

function editsOf({ rewrite, timeouts, retry }: GatewayForward, path: string) {
  const [edit, timeout] = [rewrite?.path && editOf(rewrite.path, path), shortest(timeouts)];
  return {
    ...(edit ? { path: edit } : {}),
    ...(rewrite?.hostname === undefined ? {} : { host: rewrite.hostname }),
    ...(timeout === undefined ? {} : { timeout }),
    ...(retry ? { retry: `${retry.attempts ?? 1} times${retry.codes.length > 0 ? ` on ${retry.codes.join(", ")}` : ""}` } : {}),
  };
}

/** A server is waited for until the first of both times is over; 0 is no end. */
function shortest({ request, backendRequest }: NonNullable<GatewayForward["timeouts"]> = {}): number | "infinite" | undefined {
  const given = [request, backendRequest].filter((one) => one !== undefined);
  const ends = given.filter((seconds) => seconds > 0);
  if (ends.length > 0) return Math.min(...ends);
  return given.length > 0 ? "infinite" : undefined;
}

const editOf = ({ type, value }: PathChange, path: string): PathEdit =>
  type === "ReplaceFullPath" ? { full: value } : { from: path, to: value, by: "segments" };

function headersOf({ set, add, remove }: HeaderChanges): HeaderEdits {
  const named = (all: HeaderChanges["set"]) => Object.fromEntries(all.map(({ name, value }) => [name.toLowerCase(), value]));
  return {
    ...(set.length > 0 ? { set: named(set) } : {}),
    ...(add.length > 0 ? { add: named(add) } : {}),
    ...(remove.length > 0 ? { remove: remove.map((name) => name.toLowerCase()).sort() } : {}),
  };
}

function connectionPort({ protocol, port, routes, names }: ConnectionPort, behind: Behind): ServedPort {
  const closed: ServedAnswer = { closed: "no server" };
  const isTls = protocol === "TLS";
  const ruleFor = (route: ConnectionPort["routes"][number] | undefined): ServedRule => {
    const found = route && behind.forward(route.backends.filter(({ invalid }) => !invalid));
    if (!found) return { to: closed };
    return {
      to: { ...found, empty: { closed: "no server" }, ...(isTls ? { tls: "passthrough" } : {}) },
      by: ownerOf(route.owner, route.at),
    };
  };
  const list: ListedRule[] = isTls
    ? (names ?? routes.flatMap((route) => route.hosts.map((host) => ({ host, route })))).map(({ host, route }) => ({
        names: [[nameOf(host)]],
        rule: ruleFor(route),
      }))
    : routes.slice(0, 1).map((route) => ({ rule: ruleFor(route) }));
  return { port, protocol: isTls ? "tls" : protocol === "UDP" ? "udp" : "tcp", hosts: byHost(list), otherwise: closed };
}
