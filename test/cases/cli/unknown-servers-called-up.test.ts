import { expect, test } from "vitest";
import type { StatusRow } from "../../../sdk/health/report";
import { summaryText } from "../../../sdk/health/text";

// `k8s-lb status` ended with "Each route of 3 objects has a server." while the servers of all three were unknown.

const rows = (...states: StatusRow["state"][]) => states.map((state) => ({ state }) as StatusRow);

test.each([
  [rows("unknown", "unknown", "up"), "The servers of 2 of 3 objects are not known."],
  [rows("down", "unknown"), "1 of 2 objects has a route without a server. The servers of 1 of 2 objects are not known."],
  [rows("down", "up"), "1 of 2 objects has a route without a server."],
  [rows("up", "unmonitored"), "Each route of 2 objects has a server."],
])("the last line of %j", (all, text) => {
  expect(summaryText(all)).toBe(text);
});
