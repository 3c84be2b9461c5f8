// Reads an Octavia plan from the resources of a Pulumi state.

import { nameIn } from "../../../resources/json";
import { LOAD_BALANCER } from "../../../resources/octavia/load-balancer";
import { resourceKey } from "../../plan";
import type { StateReader } from "../target";
import { answersOf } from "./gateway/responders";
import type { OctaviaShown } from "./plan";
import { octaviaSettingsSchema } from "./settings";

/** Declarations of Octavia in a state. */
export const octaviaInState: StateReader<OctaviaShown> = {
  answers({ responders }) {
    const { data } = octaviaSettingsSchema.shape.responders.safeParse(responders);
    return answersOf(data ?? {}).map(([service, answer]) => ({ service, answer }));
  },
  added: ["tags", "description", "project_id"],
  plan(resources, hosts) {
    const balancers = resources.flatMap((resource) => {
      const { kind, inputs } = resource;
      const name = nameIn(inputs.loadBalancer);
      return kind === LOAD_BALANCER.type && name !== "" ? [{ ...resource, served: hosts.get(name) ?? [] }] : [];
    });
    return {
      target: "octavia",
      resources: balancers,
      endpoints: balancers.flatMap(({ served, owners, ...balancer }) =>
        served.map((host) => ({ host, owners, at: resourceKey(balancer) })),
      ),
      statuses: [],
      diagnostics: [],
      shown: {
        tags: true,
        // the state does not contain the Services of a pool of many hosts
        loadBalancers: Object.fromEntries(
          balancers.map(({ name, served }) => [name, served.length > 0 ? { services: {}, shares: {} } : {}]),
        ),
      },
    };
  },
};
