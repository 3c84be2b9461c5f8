import { expect, test } from "vitest";
import { LbError } from "../../../resources/diagnostic";
import { ActiveErrors } from "../../../sdk/watch/report/active-errors";
import { eventText } from "../../../sdk/watch/report/event-text";
import { RunFailed } from "../../../sdk/watch/stack/run-failed";
import type { ReportedEvent } from "../../../sdk/watch/terms/reported-event";

// A controller that went away was reported as often as it failed in another way: refused, cut off, without an answer, and by each preview and
// refresh that met it.

const ORIGIN = "https://avi.example.com:9443";

/** Failure of a pool. */
const silent = (pool: string, text: string, origin = ORIGIN) => {
  const shared = `${origin}: ${text}`;
  const cause = new LbError({ code: "LB2007", object: `Pool ${pool}`, message: shared, shared });
  return new Error(cause.message, { cause });
};
/** Failure of a run of Pulumi. */
const run = (text: string) => new RunFailed("refresh", new Error(`code: 255\n stderr: error: ${text}\n err?: \n`));

function troubles() {
  const reported: ReportedEvent[] = [];
  const all = new ActiveErrors((one) => reported.push(one));
  return { all, lines: () => reported.flatMap((one) => eventText(one) ?? []) };
}

test("a load balancer that fails in several ways is one outage, for pools and runs alike", () => {
  const { all, lines } = troubles();
  all.failed("a", silent("a", "connection refused"));
  all.failed("b", silent("b", "the connection was closed"));
  all.failed("a", silent("a", "no answer within 60 s"));
  all.failed("refresh", run(`LB2007: VirtualService x: ${ORIGIN}: connection refused`));
  expect(lines()).toHaveLength(1);
  expect(all.all()).toHaveLength(1);
  for (const one of ["a", "b", "refresh"]) all.resolve(one);
  expect(all.all()).toEqual([]);
  all.failed("a", silent("a", "connection refused"));
  expect(lines()).toHaveLength(2);
});

test("an API server that is reported as such is not reported again by a preview", () => {
  const { all, lines } = troubles();
  all.known("1 API server", "LB2102: https://kube.example.com:6443: connection refused");
  all.failed("preview", run("LB2102: Services: https://kube.example.com:6443: the connection was closed"));
  expect(lines()).toEqual([]);
  expect(all.all()).toHaveLength(1);
});

test("another server, and a refusal of the same one, are reported", () => {
  const { all, lines } = troubles();
  all.failed("a", silent("a", "connection refused"));
  all.failed("b", silent("b", "connection refused", "https://other.example.com"));
  all.failed("c", new Error(`LB2006: Pool c: ${ORIGIN}: wrong password`));
  expect(lines()).toHaveLength(3);
  expect(all.all()).toHaveLength(3);
});
