import { Command } from "commander";
import { stringify } from "yaml";
import { examples } from "./grammar";

/** `k8s-lb crds`: the definitions of AKO's custom resources as they are read here; for `kubectl apply -f -`. */
export function crdsCommand(): Command {
  return new Command("crds").addHelpText("after", examples("crds | kubectl apply -f -")).action(async () => {
    const { akoDefinitions } = await import("../frontends/index.js");
    // without anchors: the versions of a kind have one schema
    const texts = akoDefinitions().map((definition) => stringify(definition, { aliasDuplicateObjects: false }));
    process.stdout.write(texts.join("---\n"));
  });
}
