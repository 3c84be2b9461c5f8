// Front end for the custom resources of AKO, which modify Ingresses, Routes and Services.

import type { FrontEnd, FrontEndReading } from "../../routing/front-end";
import { AKO_GROUP, CLUSTER_WIDE, type KindSource, resourceType } from "../../specs";
import { aviInfraSettingReader, l4RuleReader, l7RuleReader } from "./infrastructure-readers";
import { hostRuleReader, httpRuleReader } from "./rule-readers";

const source = <K extends string>(kind: K, versions: readonly string[], more = {}): KindSource<K> => ({
  kind,
  types: versions.map((version) => resourceType(AKO_GROUP, version, `${kind.toLowerCase()}s`, kind, more)),
  status: "subresource",
});

/** Custom resources of AKO; they request no routes themselves. */
export const ako = {
  name: "ako",
  kinds: [hostRuleReader, httpRuleReader, aviInfraSettingReader, l4RuleReader, l7RuleReader],
  sources: [
    source("HostRule", ["v1beta1", "v1alpha1"]),
    source("HTTPRule", ["v1beta1", "v1alpha1"]),
    source("AviInfraSetting", ["v1beta1", "v1alpha1"], CLUSTER_WIDE),
    source("L4Rule", ["v1alpha2"]),
    source("L7Rule", ["v1alpha2"]),
  ],
  // AKO writes both, with an empty error for accepted objects
  status: ({ state, description }) => ({ status: state, error: description }),
} as const satisfies FrontEnd;

/** Reads the kinds; the target reports the status of each object. */
export const readAkoRules = (): FrontEndReading => ({ kinds: ako.kinds });
