import { type Attempts as HttpAttempts, MAX_TRIES, MAX_TRIES_500, retryAfterMs, attempt as send } from "../../http/attempts";
import type { Answer, Trouble } from "../../http/transport";
import { reasonOf, serverText } from "./answers";
import { OpenStackError } from "./errors";

interface Attempts extends HttpAttempts {
  /** Where it goes, e.g. `PUT https://lb.example.com/v2/lbaas/pools/ID`. */
  call: string;
  /** Who answers there: Octavia. */
  service: Peer;
  /** True for what the service answers when it has done what was asked. */
  expected(answer: Answer): boolean;
}

/** A service, for errors. */
export interface Peer {
  /** What people call it. */
  name: string;
  /** Where it is. */
  root: string;
  /** The settings that lead to it. */
  settings: string;
}

/** How much of a page tells whose it is. */
const PAGE_START = 80;

/** Sends to a service of OpenStack; a create that may have been carried out has reason `unavailable`. */
export function attempt(once: () => Promise<Answer>, options: Attempts): Promise<Answer> {
  const { repeatable, service, object, clean, expected } = options;
  return send(once, options, {
    unanswered: (text, trouble) => unreachable(service, text, trouble, object),
    answered(answer) {
      const { status } = answer;
      const reason = status < 400 ? "unknown" : reasonOf(answer);
      if (status < 400 && expected(answer)) return { answer };
      if (reason === "unknown") {
        const strange = misplaced(options, answer);
        // Half an answer is whole the next time, a proxy's refusal stays.
        return repeatable && status < 300 ? { again: strange, tries: MAX_TRIES_500 } : { fail: strange };
      }
      const refused = new OpenStackError(reason, status, clean(serverText(answer)), object);
      if (reason === "busy") return { again: refused, tries: MAX_TRIES, pauseMs: retryAfterMs(answer) };
      if (reason === "unavailable" && repeatable) return { again: refused, tries: status === 500 ? MAX_TRIES_500 : MAX_TRIES };
      return { fail: refused };
    },
  });
}

/** Nobody answered; the same for all objects of a service. */
function unreachable({ name, root, settings }: Peer, text: string, trouble: Trouble, object: string): OpenStackError {
  const shared = `${name} at ${root}: ${text}`;
  const remedy = {
    address: `Check ${settings}, that ${name} runs there, and that the network and its firewalls let this machine through.`,
    certificate:
      "Set openstack:cacertFile (OS_CACERT) to the authority that signed it; the name in the address must be one of the certificate's.",
    connection: undefined,
  }[trouble];
  return new OpenStackError("unavailable", 0, shared, object, { shared, remedy });
}

/**
 * An answer that the API does not give to such a request: a portal's page, an empty object, a proxy's 404. To believe it would lose
 * writes and objects. Of a create nobody knows whether it was carried out.
 */
function misplaced({ call, service, object, repeatable, clean }: Attempts, answer: Answer): OpenStackError {
  const { status, headers } = answer;
  const [type] = String(headers["content-type"] ?? "no content type").split(";");
  const start = clean(serverText(answer)).slice(0, PAGE_START);
  const text = `${call} was answered ${status} (${type})${start ? ` "${start}"` : ""}, which ${service.name} does not`;
  const remedy = `Check ${service.settings}, and that no portal or proxy answers in its place (HTTPS_PROXY, NO_PROXY); then run the command again.`;
  const reason = repeatable || status >= 300 ? "unknown" : "unavailable";
  return new OpenStackError(reason, status, text, object, { code: "LB2015", remedy });
}
