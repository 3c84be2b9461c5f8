import { LOAD_BALANCER } from "../../kinds/octavia/load-balancer";
import { scopeOf } from "../components/single";
import { readSpecs } from "../frontends";
import { topology } from "../graph";
import { OCTAVIA_SCOPES } from "../octavia/scopes";
import { translateToOctavia } from "../octavia/translate";
import type { Target } from "./target";

export const octavia: Target = {
  plan(specs, options, { kind }) {
    const { loadBalancers } = translateToOctavia(scopeOf(OCTAVIA_SCOPES, kind).select(specs), options);
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
  draw: (objects, options, kind) =>
    topology(translateToOctavia(scopeOf(OCTAVIA_SCOPES, kind).select(readSpecs(objects)), options), { objects }),
};
