import type { FloatingIp } from "../../../kinds/octavia/inputs";
import { failure } from "../../lifecycle/errors";
import type { RestClient } from "../client";
import { NETWORK } from "./ports";

/**
 * Subnets of the floating network to try, in order; `[undefined]` leaves the choice to Neutron. Patterns are those of the OpenStack
 * cloud provider: a glob, `~` and a regular expression for the whole name, `!` in front for all others; tags `a,b` mean all of them,
 * `a|b` one of them.
 */
export async function subnetsFor(network: RestClient, wish: FloatingIp): Promise<(string | undefined)[]> {
  if (wish.subnet_ids && wish.subnet_ids.length > 0) return wish.subnet_ids;
  if (!wish.subnet_name && !wish.subnet_tags) return [undefined];
  const query = { network_id: wish.floating_network_id, ...tagQuery(wish.subnet_tags) };
  const found = await network.list(`${NETWORK}/subnets`, "subnets", query);
  const fits = wish.subnet_name ? namePattern(wish.subnet_name) : () => true;
  const ids = found.filter((subnet) => fits(String(subnet.name))).map(({ id }) => String(id));
  if (ids.length > 0) return ids;
  const what = [wish.subnet_name && `name ${wish.subnet_name}`, wish.subnet_tags && `tags ${wish.subnet_tags}`]
    .filter(Boolean)
    .join(" and ");
  throw failure("LB2050", { object: `network ${wish.floating_network_id}`, message: `no subnet has ${what}` });
}

/** A test for the names that a pattern means. */
export function namePattern(pattern: string): (name: string) => boolean {
  const negated = pattern.startsWith("!");
  const rest = negated ? pattern.slice(1) : pattern;
  const source = rest.startsWith("~")
    ? rest.slice(1)
    : rest
        .replace(/[.+^${}()|[\]\\]/g, "\\$&")
        .replace(/\*/g, ".*")
        .replace(/\?/g, ".");
  const whole = new RegExp(`^(?:${source})$`);
  return (name) => whole.test(name) !== negated;
}

function tagQuery(tags: string | undefined): { [name: string]: string } {
  if (!tags) return {};
  const negated = tags.startsWith("!");
  const list = negated ? tags.slice(1) : tags;
  const any = list.includes("|");
  return { [`${negated ? "not-" : ""}tags${any ? "-any" : ""}`]: list.split(any ? "|" : ",").join(",") };
}
