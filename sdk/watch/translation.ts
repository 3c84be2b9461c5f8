import type { HandedComponent } from "../components/hand-over";
import type { Graph } from "../graph";
import type { Plan } from "../plan";
import { isRecord, isUnknown, type RawObject, type SpecSet, UNKNOWN, UNKNOWN_TEXT } from "../specs";
import { TARGETS } from "../targets";
import type { Inputs } from "./members";

export type Translate = (specs: SpecSet) => Plan;

type Translatable = Pick<HandedComponent, "target" | "kind" | "name" | "options">;

/** The translation of a component, the very one that its program runs; undefined for targets whose every change is structure. */
export function translationOf({ target, kind, name, options }: Translatable): Translate | undefined {
  const { plan } = TARGETS[target];
  if (!plan) return undefined;
  const translate: Translate = (specs) => plan(specs, options, { kind, name });
  if (!JSON.stringify(options).includes(UNKNOWN_TEXT)) return translate;
  return (specs) => {
    const { resources, together } = translate(specs);
    return { resources: resources.map((one) => ({ ...one, inputs: withUnknown(one.inputs) })), together };
  };
}

/** A setting that preview did not know is no text: a value that contains it is not known either. */
const withUnknown = (inputs: Inputs): Inputs => Object.fromEntries(Object.entries(inputs).map(([key, value]) => [key, unknownIn(value)]));

function unknownIn(value: unknown): unknown {
  if (typeof value === "string") return value.includes(UNKNOWN_TEXT) ? UNKNOWN : value;
  if (Array.isArray(value)) return value.map(unknownIn);
  return isRecord(value) && !isUnknown(value) ? withUnknown(value) : value;
}

/** Function that draws a component. */
export function drawingOf({ target, kind, options }: Translatable): (objects: readonly RawObject[]) => Graph {
  return (objects) => TARGETS[target].draw(objects, options, kind);
}
