// The parts of a support bundle about specs: their structure, plan, diagnostics and settings.

import { reviewChanges } from "../../../requests/review/changes";
import { describeObject } from "../../../resources/diagnostic";
import { ownValue } from "../../../resources/own-value";
import { diagnosticsOf, reviewFactsOf } from "../../plan";
import { flattenList, isRecord, pointer as pointerOf, SPEC_CODES } from "../../specs";
import { TARGETS, type TargetName } from "../../targets";
import { UsageError } from "../grammar";
import { type InputOptions, namesInputs, readInputs } from "../inputs";
import { settingsIn } from "../settings";
import { componentsInState } from "../state-component";
import { withoutAdded } from "../state-plan";
import type { BundlePart } from "./bundle";
import { entries, list, name, object, plain } from "./fields";
import type { Names } from "./names";
import { settingsOf } from "./settings-fields";
import { PLAN_FIELDS, planDigest, type ReadState } from "./stack-parts";
import { failure, place, pointer, TITLES, word } from "./words";

/** Specs of a bundle. */
export interface SpecOptions extends InputOptions {
  to?: TargetName;
  settings?: string;
  cluster?: string;
}

/** Structure, plan and diagnostics of the specs, with the settings of the options or of the only component of the target in the stack. */
export function specParts(options: SpecOptions, state: ReadState, names: Names): BundlePart[] {
  let read: ReturnType<typeof translated> | undefined;
  const plan = () => {
    read ??= translated(options, state);
    return read;
  };
  const otherwise = "no specs that can be read: give them with -f and --to; `k8s-lb translate` with the same options shows faults";
  return [
    {
      file: "settings.json",
      about: "settings with which the specs are translated",
      otherwise,
      fields: settingsOf(options.to ?? ""),
      make: async () => (await plan()).settings,
    },
    {
      file: "specs.json",
      about: "kinds of the specs, and how many set which fields",
      otherwise,
      fields: list(object({ apiVersion: word, kind: word, count: plain, fields: entries(pointer, plain) })),
      make: async () => structureOf((await plan()).values),
    },
    {
      file: "specs-plan.json",
      about: "number and digests of the objects that the specs mean",
      otherwise,
      fields: object(PLAN_FIELDS),
      async make() {
        const { plan: made, target } = await plan();
        // as the state has them, so that equal objects have equal digests
        const objects = withoutAdded(JSON.parse(JSON.stringify(target.objects(made).objects)), target.balancer?.state.added ?? []);
        return planDigest(target.name, objects, names);
      },
    },
    {
      file: "diagnostics.json",
      about: "errors, warnings and notices about the specs",
      otherwise,
      fields: list(object({ code: word, severity: word, object: place, source: name, pointer, title: word, remedy: word })),
      async make() {
        const { plan: made, faults } = await plan();
        return [...faults, ...diagnosticsOf(made)].map(({ code: of, severity, object: ref, pointer: at }) => {
          const { title, remedy } = ownValue(SPEC_CODES, of) ?? { title: TITLES.get(of) };
          return { code: of, severity, object: describeObject(ref), source: ref.source?.file, pointer: at, title, remedy };
        });
      },
    },
    {
      file: "specs-summary.json",
      about: "what the specs change against the last completed run",
      otherwise: "specs and a stack with exactly one component of this target are necessary: name them with -f, --to, -C and -s",
      fields: list(
        object({ of: word, change: word, what: place, why: failure, move: word, at: list(place), terms: plain, renamed: plain }),
      ),
      async make() {
        const { plan: made, settings, component } = await plan();
        if (!component) throw new UsageError("not one component");
        // the subject of a change of preserved routes is the message of a fault
        return reviewChanges(component.facts, reviewFactsOf(made, settings)).map((change) =>
          change.of === "kept" ? { ...change, what: undefined, why: change.what } : change,
        );
      },
    },
  ];
}

async function translated({ to, ...options }: SpecOptions, state: ReadState) {
  if (!namesInputs(options)) throw new UsageError("no specs");
  if (to === undefined) throw new UsageError("no target");
  const target = TARGETS[to];
  const statedSettings = settingsIn(options, to);
  // without a stack the settings are those of the options alone
  const components = await state().then(
    (deployment) => componentsInState(deployment, to),
    () => [],
  );
  const component = components.length === 1 ? components[0] : undefined;
  const settings: Record<string, unknown> = { ...component?.settings, ...statedSettings };
  const { objects, diagnostics } = await readInputs(options, target.family(settings), "no specs");
  const values = objects.map(({ value }) => value);
  return { target, settings, component, values, faults: diagnostics, plan: target.translate(target.read(objects), { settings }) };
}

/** The shape of specs without values: how many of each kind set each field, by JSON pointer with `-` for the elements of a list. */
function structureOf(values: readonly unknown[]) {
  const shapes = new Map<string, { apiVersion: string; kind: string; count: number; fields: Record<string, number> }>();
  for (const { value } of values.flatMap((one) => flattenList({ value: one }))) {
    if (!isRecord(value)) continue;
    const [apiVersion, kind] = [String(value.apiVersion), String(value.kind)];
    const shape = shapes.get(`${apiVersion} ${kind}`) ?? { apiVersion, kind, count: 0, fields: {} };
    shapes.set(`${apiVersion} ${kind}`, shape);
    shape.count += 1;
    for (const leaf of new Set(leavesIn(value, []))) shape.fields[leaf] = (shape.fields[leaf] ?? 0) + 1;
  }
  return [...shapes.values()];
}

function leavesIn(value: unknown, at: readonly string[]): string[] {
  const inner = Array.isArray(value) ? value.map((one) => ["-", one] as const) : isRecord(value) ? Object.entries(value) : [];
  return inner.length === 0 || at.length > 30 ? [pointerOf(...at)] : inner.flatMap(([key, child]) => leavesIn(child, [...at, key]));
}
