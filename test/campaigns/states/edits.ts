import type { Props } from "../../sandbox/lib/host";
import type { EditedStack } from "./stack";

interface EditPlace {
  stack: EditedStack;
  other: EditedStack;
  /** The owner mark of the other stack. */
  owner: string;
  pick<T>(what: string, list: readonly T[]): T | undefined;
  change(inputs: Props, kind: string): Props;
}

/** One edit of a state or a program. */
export type Edit = (place: EditPlace) => {
  words: string;
  /** From then on no state knows an object that is there. */
  forgets?: boolean;
};

const NOTHING = { words: "no edit" };

const short = (urn: string): string => urn.split("::").at(-1) ?? urn;

/** `pulumi state rename`, to a name that no resource has, or to that of a resource which the state lacks. */
const rename: Edit = ({ stack, pick }) => {
  const entry = pick("renamed", stack.entries);
  if (!entry) return NOTHING;
  const missing = stack.program.filter(({ urn, kind }) => kind === entry.kind && !stack.find(urn));
  const urn = pick("name", [`${entry.urn}-renamed-${stack.entries.length}`, ...missing.map((one) => one.urn)]) ?? "";
  if (stack.find(urn)) return NOTHING;
  const words = `state rename ${short(entry.urn)} to ${short(urn)}`;
  entry.urn = urn;
  return { words };
};

/** `pulumi state move`. Sometimes the program moves as well. */
const move: Edit = ({ stack, other, pick, owner }) => {
  const entry = pick("moved", stack.entries);
  if (!entry) return NOTHING;
  const urn = `${entry.urn.replace(`urn:pulumi:${stack.name}::`, `urn:pulumi:${other.name}::`)}-from-${stack.name}`;
  if (other.find(urn)) return NOTHING;
  const declared = stack.program.find((one) => one.urn === entry.urn);
  stack.entries = stack.entries.filter((one) => one !== entry);
  other.entries.push({ ...entry, urn });
  const words = `state move ${short(entry.urn)} to ${other.name}`;
  if (!declared || pick("program", [true, false])) return { words };
  stack.program = stack.program.filter((one) => one !== declared);
  if (!other.program.some((one) => one.urn === urn)) other.program.push({ ...declared, urn, inputs: { ...declared.inputs, owner } });
  return { words: `${words} with its program` };
};

/** `pulumi state delete`, and `retainOnDelete` for what the program drops. */
const forget: Edit = ({ stack, pick }) => {
  const entry = pick("forgotten", stack.entries);
  if (!entry) return NOTHING;
  stack.entries = stack.entries.filter((one) => one !== entry);
  if (!pick("retained", [true, false])) return { words: `state delete ${short(entry.urn)}`, forgets: true };
  stack.program = stack.program.filter(({ urn }) => urn !== entry.urn);
  return { words: `${short(entry.urn)} is retained`, forgets: true };
};

/** `pulumi stack import` of a state in which somebody copied a resource under a name of its own. */
const copy: Edit = ({ stack, pick }) => {
  const entry = pick("copied", stack.entries);
  const urn = `${entry?.urn}-copy`;
  if (!entry || stack.find(urn)) return NOTHING;
  const at = stack.entries.indexOf(entry) + (pick("place", [0, 1]) ?? 0);
  stack.entries.splice(at, 0, { ...structuredClone(entry), urn });
  return { words: `import with a copy of ${short(entry.urn)}` };
};

/** `pulumi stack import` of a state in which somebody exchanged two names. */
const exchange: Edit = ({ stack, pick }) => {
  const one = pick("one", stack.entries);
  const two =
    one &&
    pick(
      "two",
      stack.entries.filter(({ kind, urn }) => kind === one.kind && urn !== one.urn),
    );
  if (!one || !two) return NOTHING;
  [one.urn, two.urn] = [two.urn, one.urn];
  return { words: `import with ${short(one.urn)} and ${short(two.urn)} exchanged` };
};

/** The program drops a resource, or changes one. */
const drop: Edit = ({ stack, pick }) => {
  const declared = pick("dropped", stack.program);
  if (!declared) return NOTHING;
  stack.program = stack.program.filter((one) => one !== declared);
  return { words: `${short(declared.urn)} leaves the program` };
};

const change: Edit = ({ stack, pick, change: changed }) => {
  const declared = pick("changed", stack.program);
  if (!declared) return NOTHING;
  declared.inputs = changed(declared.inputs, declared.kind);
  return { words: `${short(declared.urn)} changes` };
};

/** The program declares the same under another name, without an alias. */
const again: Edit = ({ stack, pick }) => {
  const declared = pick("declared again", stack.program);
  if (!declared) return NOTHING;
  const words = `${short(declared.urn)} has another name in the program`;
  declared.urn = `${declared.urn}-again`;
  return { words };
};

export const EDITS: readonly Edit[] = [rename, rename, rename, move, move, forget, copy, copy, exchange, drop, change, again];
