// `k8s-lb claims`: lists who may serve which hosts and the objects that name them, or prints an admission policy.

import { stringify } from "yaml";
import { z } from "zod";
import { describeObject } from "../../resources/diagnostic";
import { readSpecs } from "../frontends";
import { type ClaimRules, claimants, type HostClaim, isClaimOf, refusedNames } from "../routing";
import { parseSettings, ROUTE_SETTINGS } from "../settings";
import { type HostName, identityOf, objectsNamingHosts, type Spec, type SpecSet } from "../specs";
import { EXIT, exitCodeOption, outputOption, UsageError } from "./grammar";
import { CLUSTER_OPTIONS, fileOption, namesInputs, readInputs } from "./inputs";
import { reportDiagnostics } from "./output";
import { readSettings, refuseWrongSettings, settingsOption } from "./settings";
import { toTable } from "./table";
import { defineVerb } from "./verb";

export const claimsCommand = defineVerb({
  name: "claims",
  options: [
    settingsOption().needed(),
    fileOption(": show also the objects that name the hosts"),
    outputOption(["table", "json", "yaml", "vap"], "output format; vap: a ValidatingAdmissionPolicy and its binding"),
    exitCodeOption("when an object names a host that its namespace may not have"),
    ...CLUSTER_OPTIONS,
  ],
  examples: [
    "claims --settings avi.yaml -f manifests",
    "claims --settings avi.yaml -o vap | kubectl apply -f -      # refused at admission as at preview",
  ],
  async run(options) {
    const rules = claimsIn(options.settings);
    if (options.output === "vap") {
      const { claimPolicy } = await import("../components/claim-policy.js");
      process.stdout.write(
        claimPolicy(rules)
          .map((manifest) => stringify(manifest, { lineWidth: 0 }))
          .join("---\n"),
      );
      return 0;
    }
    const inputs = namesInputs(options) ? await readInputs(options, "ako", "no names are shown") : { objects: [], diagnostics: [] };
    reportDiagnostics(inputs.diagnostics);
    if (inputs.diagnostics.some(({ code }) => code === "LB1008")) return EXIT.usage;
    const names = namesIn(rules, readSpecs(inputs.objects));
    const claims = rules.claims.map((claim) => ({ ...claim, names: names.filter((one) => isClaimOf(claim, one)).map(shown) }));
    const unclaimed = rules.claimsOnly ? names.filter((one) => !rules.claims.some((claim) => isClaimOf(claim, one))).map(shown) : [];
    return {
      document: { claimsOnly: rules.claimsOnly, claims, unclaimed },
      table: () => tableOf(claims, unclaimed),
      isFound: names.some(({ refused }) => refused),
    };
  },
});

/** The claims of a file of settings of any target. */
function claimsIn(file: string): ClaimRules {
  const { claims, claimsOnly } = readSettings(file);
  const schema = z.object({ claims: ROUTE_SETTINGS.claims, claimsOnly: ROUTE_SETTINGS.claimsOnly });
  const { settings, diagnostics } = parseSettings(schema, "claims", { claims, claimsOnly });
  refuseWrongSettings(diagnostics);
  if (settings.claims.length === 0 && !settings.claimsOnly) throw new UsageError(`${file} has no claims: add the setting claims`);
  return settings;
}

/** Name of a host in an object, and whether the claims refuse it. */
interface JudgedName extends HostName {
  owner: Spec;
  refused: boolean;
}

function namesIn(rules: ClaimRules, specs: SpecSet): JudgedName[] {
  return objectsNamingHosts(specs).flatMap((owner) => {
    const refused = new Set(refusedNames(rules, specs, owner).map(({ at }) => at));
    return (specs.hostNames.get(identityOf(owner.ref)) ?? []).map((name) => ({ ...name, owner, refused: refused.has(name.at) }));
  });
}

const shown = ({ owner: { ref }, at, host, refused }: JudgedName) => {
  const { apiVersion, kind, namespace, name } = ref;
  return { apiVersion, kind, namespace, name, pointer: at, host, refused };
};

type ShownName = ReturnType<typeof shown>;

function tableOf(claims: readonly (HostClaim & { names: readonly ShownName[] })[], unclaimed: readonly ShownName[]): string {
  const rowsOf = (hosts: string, namespaces: string, names: readonly ShownName[]) => {
    const cells = names.map((one) => [describeObject(one), one.host, one.refused ? "refused (LB1221)" : "allowed"]);
    const once = new Map(cells.map((row) => [row.join("\n"), row]));
    return (once.size > 0 ? [...once.values()] : [["-", "-", "-"]]).map((row) => [hosts, namespaces, ...row]);
  };
  const rows = claims.flatMap((claim) => rowsOf(claim.hosts.join(", "), claimants(claim).join(", "), claim.names));
  const others = unclaimed.length > 0 ? rowsOf("-", "none", unclaimed) : [];
  return toTable(["CLAIM", "CLAIMED BY", "OBJECT", "HOST", "VERDICT"], [...rows, ...others]);
}
