import { vi } from "vitest";

/** Waits until the check no longer throws; long enough for a machine that has much else to do. */
export const eventually = <T>(check: () => T): Promise<T> => vi.waitFor(check, { timeout: 15_000 }) as Promise<T>;
