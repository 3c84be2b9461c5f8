// Adds file lines to rules.

import { describeObject, type ObjectRef } from "../../resources/diagnostic";
import { SourceLocations, type SpecSet } from "../specs";
import type { ShownRule } from "./explain";

/** Finds the lines of rules in the files of their specs. */
export class RuleLines {
  private readonly places = new SourceLocations();
  private readonly known = new Map<string, number | undefined>();
  private objects: Map<string, ObjectRef> | undefined;

  /** @param specs specs of the rules; objects of a program, a cluster or standard input have no lines */
  constructor(private readonly specs?: Pick<SpecSet, "objects" | "services">) {}

  /** The rule with the line of its pointer, or of the nearest existing parent. */
  of<R extends ShownRule>(rule: R): R {
    const { object, pointer = "", file } = rule;
    if (object === undefined || file === undefined || rule.line !== undefined) return rule;
    const key = JSON.stringify([file, object, pointer]);
    if (!this.known.has(key)) this.known.set(key, this.lineOf(file, object, pointer));
    const line = this.known.get(key);
    return line === undefined ? rule : { ...rule, line };
  }

  private lineOf(file: string, name: string, pointer: string): number | undefined {
    this.objects ??= this.byName();
    const object = this.objects.get(`${file} ${name}`);
    return object && this.places.at(object, pointer)?.line;
  }

  private byName(): Map<string, ObjectRef> {
    const { objects = new Map(), services = new Map() }: Partial<Pick<SpecSet, "objects" | "services">> = this.specs ?? {};
    const refs = [...[...objects.values()].flat().map(({ spec }) => spec.ref), ...[...services.values()].map(({ ref }) => ref)];
    return new Map(refs.map((ref) => [`${ref.source?.file} ${describeObject(ref)}`, ref]));
  }
}
