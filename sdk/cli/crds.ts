// `k8s-lb crds`: prints the definitions of AKO's custom resources, for `kubectl apply -f -`.

import { stringify } from "yaml";
import { defineVerb } from "./verb";

export const crdsCommand = defineVerb({
  name: "crds",
  examples: ["crds | kubectl apply -f -"],
  async run() {
    const { akoDefinitions } = await import("../frontends/index.js");
    // without anchors: the versions of a kind have one schema
    const texts = akoDefinitions().map((definition) => stringify(definition, { aliasDuplicateObjects: false }));
    process.stdout.write(texts.join("---\n"));
  },
});
