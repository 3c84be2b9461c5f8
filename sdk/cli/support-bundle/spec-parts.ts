import { reviewChanges } from "../../../requests/review/changes";
import { reviewLines } from "../../../requests/review/lines";
import { describeObject } from "../../../resources/diagnostic";
import { diagnosticsOf, reviewFactsOf } from "../../plan";
import { isRecord } from "../../specs";
import { TARGETS, type TargetName } from "../../targets";
import { UsageError } from "../grammar";
import { type ClusterOptions, readInputs } from "../inputs";
import { readSettings, withCluster } from "../settings";
import { componentsInState } from "../state-component";
import { withoutAdded } from "../state-plan";
import type { BundleContext, BundlePart } from "./bundle";
import { planDigest } from "./digest";
import { learnSetting } from "./setting-names";
import type { BundledStack } from "./stack-parts";

/** Specs of a bundle. */
export interface SpecOptions extends ClusterOptions {
  file?: string[];
  to?: TargetName;
  settings?: string;
  cluster?: string;
}

/** Keys of manifests whose values are words of Kubernetes. */
const FORMAT = new Set(
  "apiVersion kind protocol type pathType appProtocol sessionAffinity ipFamilies ipFamilyPolicy termination insecureEdgeTerminationPolicy method mode".split(
    " ",
  ),
);

/** Plan and diagnostics of the specs, with the settings of the options or of the only component of the target in the stack. */
export function specParts(options: SpecOptions, stack: () => Promise<BundledStack>, context: BundleContext): BundlePart[] {
  let read: ReturnType<typeof translated> | undefined;
  const plan = () => {
    read ??= translated(options, stack, context);
    return read;
  };
  return [
    {
      file: "settings.json",
      about: "settings with which the specs are translated",
      make: async () => (await plan()).settings,
    },
    {
      file: "specs-plan.json",
      about: "number and digests of the objects that the specs mean",
      async make() {
        const { plan: made, target } = await plan();
        // as the state has them, so that equal objects have equal digests
        const objects = withoutAdded(JSON.parse(JSON.stringify(target.objects(made).objects)), target.balancer?.state.added ?? []);
        return { ...planDigest(target.name, objects, context.salt), specs: (await plan()).counts };
      },
    },
    {
      file: "diagnostics.json",
      about: "errors, warnings and notices about the specs",
      async make() {
        const { plan: made, faults } = await plan();
        return [...faults, ...diagnosticsOf(made)].map(({ code, severity, object, pointer, message, remedy }) => {
          return { code, severity, object: describeObject(object), source: object.source?.file, pointer, message, remedy };
        });
      },
    },
    {
      file: "specs-summary.json",
      about: "what the specs change against the last completed run",
      async make() {
        const { plan: made, settings, known } = await plan();
        if (!known) throw new Error("the state has not exactly one component of this target to compare with");
        return reviewLines(reviewChanges(known.facts, reviewFactsOf(made, settings)));
      },
    },
  ];
}

async function translated({ to, ...options }: SpecOptions, stack: () => Promise<BundledStack>, context: BundleContext) {
  if (!options.file && options.kubeconfig === undefined && options.context === undefined)
    throw new UsageError("no specs were named: give them with -f, and their target with --to");
  if (to === undefined) throw new UsageError("the target of the specs is not known: name it with --to");
  const target = TARGETS[to];
  const given = withCluster(readSettings(options.settings), options.cluster, to);
  context.secrets.addIn(given);
  // without a stack the settings are those of the options alone
  const components = await stack().then(
    ({ deployment }) => componentsInState(deployment, to),
    () => [],
  );
  const [known, ...more] = components;
  const only = more.length === 0 ? known : undefined;
  const settings: Record<string, unknown> = { ...only?.settings, ...given };
  for (const [key, value] of Object.entries(settings)) learnSetting(key, value, context);
  const { objects, diagnostics } = await readInputs(options, target.family(settings), "no specs");
  for (const file of options.file ?? []) context.learnWords(file);
  const counts: Record<string, number> = {};
  for (const { value } of objects) {
    context.secrets.addIn(isRecord(value) && value.kind === "Secret" ? { secret: value.data ?? value.stringData } : value);
    context.learnIn(value, FORMAT);
    learnKeys(value, context);
    if (isRecord(value)) counts[String(value.kind)] = (counts[String(value.kind)] ?? 0) + 1;
  }
  return { target, settings, known: only, counts, faults: diagnostics, plan: target.translate(target.read(objects), { settings }) };
}

/** Keys of annotations and labels may hold the name of a company. */
function learnKeys(value: unknown, context: BundleContext): void {
  const metadata = isRecord(value) && isRecord(value.metadata) ? value.metadata : {};
  for (const group of [metadata.labels, metadata.annotations])
    for (const key of isRecord(group) ? Object.keys(group) : []) if (!KNOWN_GROUP.test(key)) context.learnWords(key);
}

const KNOWN_GROUP = /^(?:[\w.-]*(?:kubernetes|k8s|openshift|contour|projectcontour|openstack)[\w.-]*|ako\.vmware\.com|\w+)\//;
