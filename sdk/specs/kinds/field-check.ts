import type { Diagnostic, ObjectRef } from "../../../kinds/diagnostic";
import { diagnose, pointer } from "../report";

/** Where a field is, as in `spec.routes[0].pathPrefix`. */
type Path = readonly (string | number)[];

/**
 * Checks fields one by one and collects what is wrong, so that a person sees all mistakes of an object at once: a schema
 * stops at the type, and its messages name neither the field nor the value.
 */
export class FieldCheck {
  readonly faults: Diagnostic[] = [];

  constructor(private readonly ref: ObjectRef) {}

  fault(at: Path, problem: string): undefined {
    this.faults.push(diagnose("LB1526", this.ref, pointer(...at), `${written(at)}: ${problem}`));
    return undefined;
  }

  text(at: Path, value: unknown, rule: { required?: boolean; pattern?: RegExp; what: string }): string | undefined {
    if (absent(value) || (value === "" && rule.required)) {
      return rule.required ? this.fault(at, `is missing and required; it must be ${rule.what}`) : undefined;
    }
    if (typeof value === "string" && (rule.pattern ?? /^/).test(value)) return value;
    return this.fault(at, `must be ${rule.what}, got ${shown(value)}`);
  }

  integer(at: Path, value: unknown, rule: { required?: boolean; least: number; most?: number; what: string }): number | undefined {
    if (absent(value)) return rule.required ? this.fault(at, `is missing and required; it must be ${rule.what}`) : undefined;
    const fits = typeof value === "number" && Number.isInteger(value) && value >= rule.least && value <= (rule.most ?? 2 ** 31 - 1);
    return fits ? value : this.fault(at, `must be ${rule.what}, got ${shown(value)}`);
  }

  /** The elements of a list that must not be empty. */
  list(at: Path, value: unknown): { item: Record<string, unknown>; at: Path }[] {
    if (absent(value) || (Array.isArray(value) && value.length === 0)) {
      this.fault(at, "is missing or empty; there is nothing to route to");
      return [];
    }
    if (!Array.isArray(value)) {
      this.fault(at, `must be a list, got ${shown(value)}`);
      return [];
    }
    return value.flatMap((item, i) => {
      const found = this.object([...at, i], item);
      return found ? [{ item: found, at: [...at, i] }] : [];
    });
  }

  object(at: Path, value: unknown): Record<string, unknown> | undefined {
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    return absent(value) ? undefined : this.fault(at, `must be an object, got ${shown(value)}`);
  }
}

const absent = (value: unknown) => value === undefined || value === null;

const written = (at: Path) => at.map((part, i) => (typeof part === "number" ? `[${part}]` : `${i > 0 ? "." : ""}${part}`)).join("");

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}...` : text;
}
