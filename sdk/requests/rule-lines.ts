import { describeObject, type ObjectRef } from "../../kinds/diagnostic";
import { flattenList, isRecord, Places, type RawObject } from "../specs";
import type { ShownRule } from "./explain";

/** Finds the lines of rules in the files that they were read from. */
export class RuleLines {
  private readonly places = new Places();
  private readonly known = new Map<string, number | undefined>();
  private objects: Map<string, ObjectRef> | undefined;

  /** @param given what the rules are of; objects of a program or a cluster have no lines */
  constructor(private readonly given: readonly RawObject[]) {}

  /** The rule with its line: that of its pointer, or of the nearest thing above it that is there. */
  of<R extends ShownRule>(rule: R): R {
    const { object, pointer = "", file } = rule;
    if (object === undefined || file === undefined || rule.line !== undefined) return rule;
    const key = JSON.stringify([file, object, pointer]);
    if (!this.known.has(key)) this.known.set(key, this.lineOf(file, object, pointer));
    const line = this.known.get(key);
    return line === undefined ? rule : { ...rule, line };
  }

  private lineOf(file: string, name: string, pointer: string): number | undefined {
    this.objects ??= new Map(this.given.flatMap(flattenList).flatMap(keyed));
    const object = this.objects.get(`${file} ${name}`);
    return object && this.places.at(object, pointer)?.line;
  }
}

function keyed({ value, source }: RawObject): [string, ObjectRef][] {
  if (!isRecord(value) || !isRecord(value.metadata) || !source) return [];
  const text = (field: unknown, otherwise = "") => (typeof field === "string" && field !== "" ? field : otherwise);
  const { namespace, name } = value.metadata;
  const ref = {
    apiVersion: text(value.apiVersion),
    kind: text(value.kind),
    namespace: text(namespace, "default"),
    name: text(name),
    source,
  };
  return [[`${source.file} ${describeObject(ref)}`, ref]];
}
