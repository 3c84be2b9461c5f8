/** Python's ValueError: something is wrong with a value, and whoever called knows the name of its field. */
export class ValueFault extends Error {}

/** Keys that the type does not have; the path to them grows while the fault travels outwards. */
export class UnknownAttribute extends Error {
  constructor(
    readonly attributes: string[],
    private readonly path: string[] = [],
  ) {
    super();
  }

  below(field: string): UnknownAttribute {
    return new UnknownAttribute(this.attributes, [field, ...this.path]);
  }

  text(): string {
    return `Unknown attribute${this.attributes.length > 1 ? "s" : ""} for argument ${this.path.join(".")}: ${this.attributes.join(", ")}`;
  }
}
