import { asObject, isObject, type JsonObject } from "../../shared/json";

/**
 * A set of paths into an object, in the form of `fieldsV1`: `f:name` is a field, `k:{...}` an entry of a list by its keys, `v:...` one by its
 * value. A path may be in the set itself, and so may paths below it.
 */
export class FieldSet {
  readonly members: Set<string>;
  readonly children: Map<string, FieldSet>;

  constructor(members: Iterable<string> = [], children: Iterable<[string, FieldSet]> = []) {
    this.members = new Set(members);
    this.children = new Map([...children].filter(([, child]) => !child.isEmpty()));
  }

  static of(...paths: string[][]): FieldSet {
    const set = new FieldSet();
    for (const path of paths) set.insert(path);
    return set;
  }

  static fromJson(fields: unknown): FieldSet {
    const entries = Object.entries(asObject(fields)).filter(([element]) => element !== ".");
    const isMember = (value: unknown) => !isObject(value) || Object.keys(value).length === 0 || "." in value;
    return new FieldSet(
      entries.filter(([, value]) => isMember(value)).map(([element]) => element),
      entries.map(([element, value]) => [element, FieldSet.fromJson(value)]),
    );
  }

  isEmpty(): boolean {
    return this.members.size === 0 && this.children.size === 0;
  }

  insert(path: string[]): void {
    const [first, ...rest] = path;
    if (first === undefined) return;
    if (rest.length === 0) {
      this.members.add(first);
      return;
    }
    const child = this.children.get(first) ?? new FieldSet();
    this.children.set(first, child);
    child.insert(rest);
  }

  below(element: string): FieldSet {
    return this.children.get(element) ?? new FieldSet();
  }

  union(other: FieldSet): FieldSet {
    const keys = new Set([...this.children.keys(), ...other.children.keys()]);
    return new FieldSet(
      [...this.members, ...other.members],
      [...keys].map((key) => [key, this.below(key).union(other.below(key))]),
    );
  }

  /** Without the paths of the other set; what is below them stays. */
  minus(other: FieldSet): FieldSet {
    return new FieldSet(
      [...this.members].filter((member) => !other.members.has(member)),
      [...this.children].map(([key, child]) => [key, child.minus(other.below(key))]),
    );
  }

  /** Without the paths of the other set and everything below them. */
  without(other: FieldSet): FieldSet {
    return new FieldSet(
      [...this.members].filter((member) => !other.members.has(member)),
      [...this.children].filter(([key]) => !other.members.has(key)).map(([key, child]) => [key, child.without(other.below(key))]),
    );
  }

  /** Only the paths of the other set and what is below them. */
  within(other: FieldSet): FieldSet {
    return new FieldSet(
      [...this.members].filter((member) => other.members.has(member)),
      [...this.children].map(([key, child]) => [key, other.members.has(key) ? child : child.within(other.below(key))]),
    );
  }

  and(other: FieldSet): FieldSet {
    return new FieldSet(
      [...this.members].filter((member) => other.members.has(member)),
      [...this.children].map(([key, child]) => [key, child.and(other.below(key))]),
    );
  }

  /** All paths in it. */
  *paths(): Generator<string[]> {
    for (const member of [...this.members].sort()) yield [member];
    for (const [key, child] of [...this.children].sort(([a], [b]) => (a < b ? -1 : 1)))
      for (const path of child.paths()) yield [key, ...path];
  }

  toJson(): JsonObject {
    const keys = [...new Set([...this.members, ...this.children.keys()])].sort();
    return Object.fromEntries(
      keys.map((key) => {
        const below = this.children.get(key)?.toJson() ?? {};
        return [key, this.members.has(key) && Object.keys(below).length > 0 ? { ".": {}, ...below } : below];
      }),
    );
  }
}
