import { LOAD_BALANCER } from "../../kinds/octavia/load-balancer";
import { topology } from "../graph";
import { OCTAVIA_SCOPES } from "../octavia/scopes";
import { translateToOctavia } from "../octavia/translate";
import type { Target } from "./target";

export const octavia: Target = {
  scopes: OCTAVIA_SCOPES,
  plan(specs, options) {
    const { loadBalancers } = translateToOctavia(specs, options);
    return {
      resources: loadBalancers.map(({ identity, inputs, owners }) => ({
        type: LOAD_BALANCER.type,
        name: identity,
        inputs: { ...inputs },
        owners,
      })),
      together: loadBalancers.map(({ owners }) => owners),
    };
  },
  draw: (specs, options, objects) => topology(translateToOctavia(specs, options), { objects }),
};
