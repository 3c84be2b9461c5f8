import { LOAD_BALANCER } from "../../kinds/octavia/load-balancer";
import type { Scope } from "../components/single";
import { readSpecs } from "../frontends";
import { topology } from "../graph";
import { OCTAVIA_SCOPES } from "../octavia/scopes";
import { translateToOctavia } from "../octavia/translate";
import type { Target } from "./target";

export const octavia: Target = {
  plan(specs, options, { kind }) {
    const { loadBalancers } = translateToOctavia(scopeOf(kind).select(specs), options);
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
  draw: (objects, options, kind) => topology(translateToOctavia(scopeOf(kind).select(readSpecs(objects)), options), { objects }),
};

const scopeOf = (kind: string): Scope => (isScope(kind) ? OCTAVIA_SCOPES[kind] : OCTAVIA_SCOPES.KubernetesCluster);
const isScope = (kind: string): kind is keyof typeof OCTAVIA_SCOPES => kind in OCTAVIA_SCOPES;
