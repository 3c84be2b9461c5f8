/** A value of the specs that a preview may not know yet, where the type speaks of the value itself. */
export function known<T>(value: unknown): T {
  return value as T;
}
