// Explains a request: the answer, the rule that gives it, and what the specs want.

import { type Answered, answer, answersElsewhere } from "../../requests/answer/answer";
import { type Answer, effectOf } from "../../requests/answer/effect";
import { matches } from "../../requests/answer/match";
import { type ParsedRequest, parseRequest, type Request } from "../../requests/answer/request";
import { isUnpublished } from "../../requests/differences/address-changes";
import { isUnanswered, isUndecided, sameAnswer } from "../../requests/differences/answers-equal";
import { whyLater } from "../../requests/messages";
import type { RoutingTable, RuleOwner, ServedAddress, ServedRule } from "../../requests/table/routing-table";
import { withServices } from "../../requests/table/service-names";
import { DesiredBySource, withOwners } from "./desired-by-source";
import { regardlessOfReadiness } from "./readiness";

/** A rule of a spec, and its API object on the load balancer. */
export interface ShownRule {
  /** Absent where an API object serves several specs or none. */
  object?: string;
  pointer?: string;
  file?: string;
  line?: number;
  on: string | null;
}

/** Explanation of one request. */
export interface Explanation {
  request: { url: string; method: string; headers: Record<string, string>; sni: string; from: string | null };
  answer: Answer;
  rule: ShownRule | null;
  /** The desired answer; null where only a state is known. */
  asked: Answer | null;
  /** Null also where one of both answers is not known. */
  differs: boolean | null;
  others: { rule: ShownRule; why: string }[];
  also: { address: string; port: number; answer: Answer }[];
  address: string | null;
  port: number;
  certificate: string | null;
  clientCertificate?: "required";
  /** No address publishes the name of the host in DNS: clients cannot find it by name. */
  unpublished?: true;
}

/** Routing tables that answer requests. */
export interface RequestSources {
  /** Desired rules; absent where only a state is known. */
  desired?: RoutingTable;
  /** Rules of a load balancer; absent: only the specs are explained. */
  served?: RoutingTable;
  /** Rules and servers of other specs, such as those of the last run, to name served rules where `desired` is absent. */
  known?: RoutingTable;
  /** Spec of an API object, `pool/web`, for rules without an owner. */
  objectOf?(on: string): string | undefined;
}

const NOTHING: RoutingTable = { addresses: [], servers: {} };

/** Explains requests: the answer of a load balancer, the rule that gives it, and the desired answer. */
export class RequestExplainer {
  private readonly specs: ByName;
  private readonly rules: ByName;

  constructor(private readonly sources: RequestSources) {
    const { desired, served, known = NOTHING } = sources;
    this.specs = new ByName(desired ?? known);
    const withOwner = served && withOwners(withServices(served, this.specs.all.servers ?? {}), new DesiredBySource(this.specs.all));
    this.rules = withOwner ? new ByName(withOwner) : this.specs;
  }

  /** Rules of the specs: desired ones, else those of the last run, else those of the load balancer. */
  get ofSpecs(): RoutingTable {
    return this.specs.all.addresses.length > 0 || this.sources.desired ? this.specs.all : this.rules.all;
  }

  /** Rules that answer: of the load balancer, else of the specs. */
  get answering(): RoutingTable {
    return this.rules.all;
  }

  /** Names of the addresses that serve a group. */
  addressesOf(group: string): string[] {
    return this.rules.all.addresses
      .filter((one) => one.group === group || (group.startsWith("hosts") && one.group === "hosts"))
      .map(({ name }) => name);
  }

  /** Names of all addresses that answer. */
  get addresses(): string[] {
    return this.rules.all.addresses.map(({ name }) => name);
  }

  /** Whether the Service that the request leads to, or its port, is missing in the specs. */
  absentOf(service: string, request: Request): "Service" | "port" | undefined {
    const exact = parseRequest(request);
    const to = exact && desiredAnswer(this.specs.for(exact), exact).rule?.to;
    const ownServers = to && "forward" in to ? to.forward.find((part) => part.service === service)?.servers : undefined;
    return (ownServers ?? this.specs.all.servers?.[service])?.absent;
  }

  /** Rule and answer before they are explained; undefined for an invalid URL. */
  answered(request: Request): { exact: ParsedRequest; served: Answered } | undefined {
    const exact = parseRequest(request);
    const rules = exact && this.rules.for(exact);
    return exact && rules && { exact, served: this.sources.served ? answer(rules, exact) : desiredAnswer(rules, exact) };
  }

  /** @returns undefined for an invalid URL */
  explain(request: Request): Explanation | undefined {
    const exact = parseRequest(request);
    if (!exact) return undefined;
    const [named, rules] = [this.specs.for(exact), this.rules.for(exact)];
    const servedAnswer = this.sources.served ? answer(rules, exact) : desiredAnswer(rules, exact);
    // the address belongs to the load balancer, by name or number: the specs know its group
    const isOfAddress = exact.address !== undefined || servedAnswer.address?.at?.includes(exact.group ?? "") === true;
    const intended = desiredAnswer(named, isOfAddress ? { ...exact, group: servedAnswer.address?.group } : exact);
    const { rule, others, address, port } = servedAnswer;
    const to = rule && regardlessOfReadiness(rule.to, intended.rule?.to, named);
    const got = to && to !== rule.to ? effectOf(to, exact, { ...rules.servers, ...named.servers }) : servedAnswer.answer;
    const ruleOf = (one: ServedRule) => this.withObject(shownRule(one, intended.rule?.by));
    const isKnown = this.sources.desired !== undefined;
    const isOpen = isUndecided(got) || isUndecided(intended.answer);
    const why = (other: ServedRule): string => (rule ? whyLater(rule, other) : whyOpen(other, exact));
    return {
      request: {
        url: request.url,
        method: exact.method,
        headers: Object.fromEntries(exact.headers),
        sni: exact.sni,
        from: exact.from ?? null,
      },
      answer: got,
      rule: rule ? ruleOf(rule) : null,
      asked: isKnown ? intended.answer : null,
      differs: isKnown && !isOpen ? !isSameForSpecs(intended, got) : null,
      others: others.map((other) => ({ rule: ruleOf(other), why: why(other) })),
      also: answersElsewhere(rules, exact).map((elsewhere) => ({
        address: elsewhere.address?.name ?? "",
        port: elsewhere.port?.port ?? exact.port,
        answer: elsewhere.answer,
      })),
      address: address?.name ?? null,
      port: port?.port ?? exact.port,
      certificate: certificateOf(servedAnswer, intended),
      ...(port?.clientCertificate ? { clientCertificate: port.clientCertificate } : {}),
      ...(address && request.address === undefined && isUnpublished(this.rules.all, address, exact.host) ? { unpublished: true } : {}),
    };
  }

  private withObject(rule: ShownRule): ShownRule {
    if (rule.object !== undefined || rule.on === null) return rule;
    const object = this.sources.objectOf?.(rule.on);
    return object === undefined ? rule : { object, ...rule };
  }
}

/**
 * Selects addresses by the host of a request: host names lead to addresses of hosts; addresses of Services are reached by their own name.
 */
class ByName {
  private readonly services: readonly ServedAddress[];
  private readonly hosts: RoutingTable;

  constructor(readonly all: RoutingTable) {
    this.services = all.addresses.filter(isOfService);
    this.hosts = { ...all, addresses: all.addresses.filter((one) => !isOfService(one)) };
  }

  for({ protocol, host, address }: ParsedRequest): RoutingTable {
    if (protocol === "tcp" || protocol === "udp") return this.all;
    const meant = this.services.filter(({ name, at }) => name === address || at?.includes(host));
    if (meant.length === 0) return this.hosts;
    return { ...this.all, addresses: this.all.addresses.filter((one) => !isOfService(one) || meant.includes(one)) };
  }
}

const isOfService = ({ group }: ServedAddress): boolean => group.startsWith("Service ");

/** Reason why a rule may answer, if its pattern or an earlier one cannot be evaluated. */
const whyOpen = ({ match }: ServedRule, exact: ParsedRequest): string =>
  matches(match, exact) === undefined ? "whether it fits is not known" : "answers what no rule before it takes";

/** A request without address and host group: the specs do not know how load balancers name addresses and divide hosts. */
function withoutAddress({ address: _, group, ...exact }: ParsedRequest): ParsedRequest {
  return group === undefined || group.startsWith("hosts") ? exact : { ...exact, group };
}

/** The desired answer at any address. Specs have passthrough rules at the HTTPS port, whose other rules take no plain TLS connection. */
export function desiredAnswer(specs: RoutingTable, exact: ParsedRequest): Answered {
  const request = withoutAddress(exact);
  const answered = answer(specs, request);
  if (answered.rule || exact.protocol !== "tls") return answered;
  const atHttps = answer(specs, { ...request, protocol: "https" });
  const to = atHttps.rule?.to;
  return to && "forward" in to && to.tls === "passthrough" ? atHttps : answered;
}

/**
 * A rule with its owner, for output.
 *
 * @param intended the owner to show if the rule serves several
 */
export function shownRule({ by, also = [], on }: ServedRule, intended?: RuleOwner): ShownRule {
  const isIntended = ({ object, pointer }: RuleOwner) => object === intended?.object && pointer === intended.pointer;
  return { ...(also.find(isIntended) ?? by), on: on ?? null };
}

/** True for equal answers. Without a matching rule, 404, 503 and a closed port are the same for specs; Gateways require 404. */
function isSameForSpecs(intended: Answered, got: Answer): boolean {
  if (sameAnswer(intended.answer, got)) return true;
  const isGateway = intended.address?.group.startsWith("Gateway ") ?? false;
  return !isGateway && !intended.rule && isUnanswered(intended.answer) && isUnanswered(got);
}

function certificateOf({ certificate }: Answered, intended: Answered): string | null {
  if (certificate === undefined) return null;
  return intended.certificate ?? (certificate.startsWith("held ") ? certificate : `held ${certificate}`);
}
