import { type Diagnostic, describeObject } from "../../kinds/diagnostic";
import { diagnose } from "../specs";
import type { Claim, HostRules, TcpClaim } from "./claim";
import type { Backend } from "./model";
import { stemOf } from "./paths";

/** Who has which path of which host. Clear text and TLS are judged apart, and so are a whole path and what begins with it. */
export class Places {
  private readonly taken = new Map<string, Claim>();
  private readonly labels = new Map<string, Claim>();
  /** Where labels decide, the first claim to what begins with the path: it has the label, also before an older whole path. */
  private readonly prefixes = new Map<string, Claim>();

  constructor(
    claims: readonly (Claim | TcpClaim)[],
    private readonly rules: Pick<HostRules, "labels">,
  ) {
    for (const claim of claims) {
      if (!("to" in claim) || !("backends" in claim.to) || claim.match.type === "exact") continue;
      const label = this.labelOf(claim);
      if (label && !this.prefixes.has(label)) this.prefixes.set(label, claim);
    }
  }

  /** Whether host and path are free for the claim; reports the owner of both when not. */
  take(claim: Claim, report: (diagnostic: Diagnostic) => void): boolean {
    const places = placesOf(claim);
    const label = this.labelOf(claim);
    const winner = places.map((place) => this.taken.get(place)).find((other) => other !== undefined);
    const rival = winner ?? this.rivalOf(claim, label);
    if (!rival) {
      for (const place of places) this.taken.set(place, claim);
      if (label && !this.labels.has(label)) this.labels.set(label, claim);
      return true;
    }
    const written = claim.match.path === rival.match.path && claim.match.type === rival.match.type;
    if (!written && alike(claim, rival)) return false;
    report(winner ? belongs(claim, winner) : blurred(claim, rival, this.rules.labels?.(claim.on)));
    return false;
  }

  /** Who has the label; the older kinds, which promise nothing, share labels as ever. */
  private rivalOf(claim: Claim, label: string | undefined): Claim | undefined {
    if (label === undefined) return undefined;
    const rival = (claim.match.type === "exact" && this.prefixes.get(label)) || this.labels.get(label);
    return rival && (claim.match.longestWins || rival.match.longestWins) ? rival : undefined;
  }

  private labelOf({ scope, on, fqdn, match }: Claim): string | undefined {
    return this.rules.labels?.(on) ? [scope, on, fqdn, match.path.toLowerCase()].join(" ") : undefined;
  }
}

/** What a claim takes of its host; a path of segments is the same with and without a slash at its end. */
function placesOf({ scope, on, fqdn, match: { path, type } }: Claim): string[] {
  const paths = type === "segments" ? [path, stemOf(path) || "/"] : [path];
  return [...new Set(paths)].map((each) => [scope, on, fqdn, type === "exact" ? "whole" : "begins", each].join(" "));
}

/** Two ways to say the same in one object: nothing is lost when only one of them is served. */
function alike(a: Claim, b: Claim): boolean {
  const services = (backends: readonly Backend[]) =>
    JSON.stringify(backends.map(({ service, port, weight }) => [service.namespace, service.name, port?.port, weight]));
  return a.owner === b.owner && "backends" in a.to && "backends" in b.to && services(a.to.backends) === services(b.to.backends);
}

function belongs(claim: Claim, winner: Claim): Diagnostic {
  const place = `${claim.fqdn}${claim.match.path}`;
  const message = `${place} belongs to ${describeObject(winner.owner.ref)}, which is older or comes first; this path of ${describeObject(claim.owner.ref)} contributes nothing`;
  return diagnose("LB1203", claim.owner.ref, claim.at, message, { remedy: "Give one of them another host or path." });
}

function blurred({ fqdn, match, at, owner }: Claim, rival: Claim, labels = ""): Diagnostic {
  const kind = match.type === "exact" ? "the whole path " : "";
  const other = `${rival.match.type === "exact" ? "" : "the prefix "}${fqdn}${rival.match.path} of ${describeObject(rival.owner.ref)}`;
  const message = `${kind}${fqdn}${match.path} cannot be told from ${other}, which takes its requests: ${labels}`;
  return diagnose("LB1209", owner.ref, at, message, {
    remedy: "Serve the host with TLS, where paths are told apart, or use another path.",
  });
}
