// Declares a kind of Avi resource: its slots, which hold the bodies of its objects, and its field table.

import { z } from "zod";
import { each, type FieldTable, merged, within } from "../field-table";
import { type Adopt, adopt, type Kind, type Outputs } from "../kind";
import type { Members } from "../members";
import type { AviBody, AviType } from "./body";
import { FIELDS } from "./fields";

/** Inputs of every Avi resource besides its objects. */
export const owned = {
  /**
   * Owner mark that identifies our objects, e.g. `pulumi-k8s-lb:my-project/dev/my-cluster`. It is written to the object's `created_by`
   * (VsVip: `vsvip_cloud_config_cksum`, HealthMonitor: `description`). An object of the same name with another mark is refused.
   */
  owner: z.string().min(1),
  /**
   * Take over existing objects of these names that have another owner mark or none; set it for one run. `{ mark: "keep" }` keeps the
   * marks of others until the object has to be written for another reason.
   * @default false
   */
  adopt: adopt.optional(),
  /**
   * Pass bodies on without checking their fields and values at preview: for fields of a controller newer than the schemas of this release.
   * @default false
   */
  unchecked: z.boolean().optional(),
};

/** The inputs of all kinds of several objects; the bodies have the names of the slots. */
export interface AviInputs {
  owner: string;
  adopt?: Adopt;
  keep?: string[];
  [slot: string]: unknown;
}

/** Outputs of a kind with a virtual service: its address, the host names that lead to it, and uuids by `<type>/<name>`. */
export const VS_OUTPUTS = { vip: "", fqdns: [], uuids: {} } as const;

/** Property that holds a body, or a list of bodies, and how it becomes objects. */
interface Declared<Name extends string> {
  /** The property. */
  readonly name: Name;
  readonly type: AviType;
  /** The facts of a review have its changes. */
  readonly reviewed?: true;
  /** Another name needs a new resource: what refers to the object cannot be pointed elsewhere. */
  readonly fixedName?: boolean;
  /** Objects beside the rest of the resource: one whose declaration stays the same is neither read nor written by an update. */
  readonly apart?: true;
  /** Others may come to use the object without our doing; when they do it stays at a delete. */
  readonly shareable?: boolean;
  /** The name under which an import looks for the object, from that of the primary, where nothing refers to it. */
  nameFrom?(primary: string): string;
  /** Tells two slots of one type apart when objects are found by reference; default: every object fits. */
  fits?(live: { readonly [field: string]: unknown }): boolean;
}

/** One object, or one list of objects, of a kind. */
export interface Slot extends Declared<string> {
  /** The property is a list of bodies. */
  readonly many: boolean;
  /** The program may leave the object out. */
  readonly optional: boolean;
}

/** The bodies in a slot. Anything that is no body with a name is left out; the check reports it. */
export function bodiesIn({ name, many }: Slot, inputs: { readonly [property: string]: unknown }): AviBody[] {
  const value = inputs[name];
  if (value === undefined) return [];
  return (many && Array.isArray(value) ? value : [value]).filter(isBody);
}

function isBody(candidate: unknown): candidate is AviBody {
  return (
    typeof candidate === "object" && candidate !== null && "name" in candidate && !!candidate.name && typeof candidate.name === "string"
  );
}

/**
 * A resource that is several Avi objects. The order of the slots is the order of creation, what is referred to before what refers to
 * it; everything is deleted in the opposite order.
 */
export interface AviKind<S extends z.ZodType<AviInputs> = z.ZodType<AviInputs>> extends Kind<S> {
  readonly type: `avi:${string}`;
  /** The slot after which the resource is named; its id is `<tenant>/<name of that object>`. */
  readonly primary: Slot;
  readonly slots: readonly Slot[];
}

/** The properties of a resource that hold bodies. */
type BodyField<S extends z.ZodObject> = {
  [F in keyof z.infer<S> & string]: Exclude<z.infer<S>[F], undefined> extends AviBody | AviBody[] ? F : never;
}[keyof z.infer<S> & string];

/** Declares a kind: what is a list, what may be absent, what replaces and what is secret follows from its schema and its types. */
export function aviKind<S extends z.ZodObject & z.ZodType<AviInputs>>(kind: {
  type: `avi:${string}`;
  schema: S;
  primary: NoInfer<BodyField<S>>;
  slots: readonly Declared<NoInfer<BodyField<S>>>[];
  packed?: readonly string[];
  outputs: Outputs;
  members?: Members;
}): AviKind<S> {
  const slots = kind.slots.map((slot): Slot => {
    const field = kind.schema.shape[slot.name];
    const optional = field instanceof z.ZodOptional;
    return { ...slot, many: (optional ? field.unwrap() : field) instanceof z.ZodArray, optional };
  });
  const primary = slots.find(({ name }) => name === kind.primary);
  if (!primary) throw new Error(`${kind.type} has no slot ${kind.primary}`);
  let fields: FieldTable | undefined;
  const answers = ["owner", ...slots.map(({ name }) => name)];
  const { type, schema, outputs, members } = kind;
  return {
    type,
    schema,
    primary,
    slots,
    // made when it is read: a run reads those of the kinds that it has, and has few
    get fields() {
      fields ??= merged(...slots.map((slot) => fieldsOf(slot, slot === primary)), each(kind.packed ?? [], { packed: true }));
      return fields;
    },
    object: true,
    outputs,
    answers,
    ...("vip" in outputs ? { address: "vip" } : {}),
    ...(members ? { members } : {}),
  };
}

/** The fields of a slot. Of a list of bodies none replaces the resource: one of another name is another object. */
function fieldsOf({ name, type, many, fixedName, reviewed }: Slot, isPrimary: boolean): FieldTable {
  const named = isPrimary ? ["name", "tenant_ref"] : fixedName ? ["name"] : [];
  const fields = merged(each(named, { fixed: true }), FIELDS[type]);
  const facts = many
    ? Object.fromEntries(Object.entries(fields).map(([field, fieldFacts]) => [field, { ...fieldFacts, fixed: false }]))
    : fields;
  return merged(reviewed ? { [name]: { reviewed } } : {}, within(name, facts));
}
