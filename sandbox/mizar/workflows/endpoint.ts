import { specText } from "../api/object";
import { TemporaryFailure } from "../engine/failures";
import { NOTHING, provision, type Workflows } from "./workflow";

/** Simple (of a Pod), scaled (of a Service) and host endpoints. */
export const endpointWorkflows: Workflows = {
  init(endpoint, context) {
    const { name } = endpoint.metadata;
    const net = specText(endpoint, "net");
    const { type } = endpoint.spec;
    const droplet = specText(endpoint, "droplet");
    if (type !== "scaled" && !context.world.provisioned("Droplet").some(({ metadata }) => metadata.name === droplet)) {
      throw new TemporaryFailure(`EP create ${name}: droplet ${droplet} not yet ready`);
    }
    const known = context.memory.subnets.get(net);
    if (!known || !context.world.provisioned("Bouncer").some(({ spec }) => spec.net === net)) {
      throw new TemporaryFailure(`EP create ${name}: bouncers not yet ready for net ${net}`);
    }
    const { gateway: gw, prefix } = known.range;
    const ip = specText(endpoint, "ip") || known.pool.allocate();
    return { actions: [provision(endpoint, { ip, gw, prefix: type === "host" ? "32" : String(prefix) }, context)] };
  },

  /** An address of its own counts as used from now on; nobody looks whether it was used before. */
  provisioned(endpoint, { memory }) {
    memory.subnets.get(specText(endpoint, "net"))?.pool.mark(specText(endpoint, "ip"));
    return NOTHING;
  },

  deleted: () => NOTHING,
};
