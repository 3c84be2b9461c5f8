import { afterEach, beforeEach, vi } from "vitest";

/** Text that each test of a file writes to stdout. */
export function printedText(): { text: string } {
  const printed = { text: "" };
  beforeEach(() => {
    printed.text = "";
    vi.spyOn(process.stdout, "write").mockImplementation((text) => {
      printed.text += String(text);
      return true;
    });
  });
  afterEach(() => vi.restoreAllMocks());
  return printed;
}
