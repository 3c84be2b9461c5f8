import { vi } from "vitest";

/** Waits until the check no longer throws; long enough for a machine that has much else to do. */
export const eventually = <T>(check: () => T | Promise<T>, timeout = 60_000): Promise<T> => vi.waitFor(check, { timeout, interval: 20 });
