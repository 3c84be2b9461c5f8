import type { Part, ServedAnswer, ServedRule, ServedRules, Servers } from "./form";

/**
 * The same rules with Services in the place of servers, as far as all servers of a part are those of Services. Load balancers know servers
 * alone; who wrote their bodies knows whose they are.
 */
export function withServices(rules: ServedRules, services: Readonly<Record<string, Servers>>): ServedRules {
  const naming = new Naming(services);
  const addresses = rules.addresses.map((address) => ({
    ...address,
    ports: address.ports.map((port) => ({
      ...port,
      otherwise: naming.answer(port.otherwise),
      hosts: Object.fromEntries(
        Object.entries(port.hosts).map(([name, { rules: all, otherwise, ...entry }]) => [
          name,
          { ...entry, rules: all.map((rule) => naming.rule(rule)), ...(otherwise ? { otherwise: naming.answer(otherwise) } : {}) },
        ]),
      ),
    })),
  }));
  return { ...rules, addresses, servers: { ...services, ...rules.servers } };
}

class Naming {
  private readonly having = new Map<string, string[]>();

  constructor(private readonly services: Readonly<Record<string, Servers>>) {
    for (const [service, { ready }] of Object.entries(services))
      for (const server of ready) this.having.set(server, [...(this.having.get(server) ?? []), service]);
  }

  rule(rule: ServedRule): ServedRule {
    return { ...rule, to: this.answer(rule.to) };
  }

  answer(answer: ServedAnswer): ServedAnswer {
    if (!("forward" in answer)) return answer;
    return { ...answer, forward: this.parts(answer.forward) ?? answer.forward };
  }

  /** Undefined where a server is nobody's. Of Services that share servers, the one that has all of its own in the parts goes first. */
  private parts(parts: readonly Part[]): Part[] | undefined {
    const shares = new Map<string, number>();
    for (const { weight, servers, service } of parts) {
      if (!servers || service !== undefined || servers.ready.length === 0) return undefined;
      for (const server of servers.ready) shares.set(server, (shares.get(server) ?? 0) + weight / servers.ready.length);
    }
    const isWhole = (service: string) => this.services[service]!.ready.every((server) => shares.has(server));
    const found = new Map<string, number>();
    for (const [server, share] of shares) {
      const all = this.having.get(server) ?? [];
      const service = all.find((one) => found.has(one)) ?? all.find(isWhole) ?? all[0];
      if (service === undefined) return undefined;
      found.set(service, (found.get(service) ?? 0) + share);
    }
    // alone it gets everything
    return [...found].map(([service, weight]) => ({ service, weight: found.size === 1 ? 1 : weight }));
  }
}
