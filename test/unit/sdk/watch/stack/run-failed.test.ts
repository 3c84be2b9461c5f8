import { expect, it } from "vitest";
import { ActiveErrors } from "../../../../../sdk/watch/report/active-errors";
import { eventText } from "../../../../../sdk/watch/report/event-text";
import { RunFailed } from "../../../../../sdk/watch/stack/run-failed";
import type { ReportedEvent } from "../../../../../sdk/watch/terms/reported-event";

/** As the Automation API says it: everything twice, in a frame. */
const framed = (printed: string) =>
  new Error(
    `code: -2\n stdout: \n stderr: Command failed with exit code 1: pulumi up\n${printed}\n err?: Error: Command failed\n${printed}\n`,
  );

const POOL = "LB2014: Pool c1--shop (Ingress shop/other, path /): Configuration is disallowed during upgrade";
const REMEDY = "Wait until it is up, then run the command again.";
const UP = `Updating (test):

 +  pulumi-nodejs:dynamic/k8s-lb-avi:Pool c1--shop **creating failed** error: ${POOL}
    pulumi:pulumi:Stack watched-test **failed** 1 error
Diagnostics:
  pulumi:pulumi:Stack (watched-test):
    warning: LB1111: no node is usable
    error: update failed

  pulumi-nodejs:dynamic/k8s-lb-avi:Pool (c1--shop):
    error: ${POOL}
      ${REMEDY}

Resources:
    2 errored
`;
const THROWN = `Previewing update (test):

Diagnostics:
  pulumi:pulumi:Stack (watched-test):
    error: Running program '/p/index.ts' failed with an unhandled exception:
    \u001b[90mError: boom\u001b[39m
        at Object.<anonymous> (/p/index.ts:9:7)

Resources:
    1 errored
`;
const LOCKED = `error: the stack is currently locked by 1 lock(s). Either wait for the other process(es) to end or delete the lock file with \`pulumi cancel\`.
  file:///s/.pulumi/locks/x.json: created by root@host (pid 7) at 2026-01-02T03:04:05Z`;

it.each([
  ["a resource that was refused", UP, `${POOL} ${REMEDY}`],
  ["a program that throws", THROWN, "Running program '/p/index.ts' failed with an unhandled exception: Error: boom"],
  ["a locked stack", LOCKED, /^the stack is currently locked by 1 lock.* created by root@host \(pid 7\)/],
  ["no error in the words", "it broke\nsomehow", "it broke"],
  ["silence", "", "Pulumi has printed nothing"],
])("of %s one line is left", (_what, printed, expected) => {
  const failed = new RunFailed("up", framed(printed));
  expect(failed.refusal).toMatch(expected);
  expect(failed.message).toBe(`pulumi up failed: ${failed.refusal}`);
  expect(failed.message).not.toContain("\n");
  expect(failed.output).not.toContain("err?:");
});

it("is told once, in one line, until it works", () => {
  const reported: ReportedEvent[] = [];
  const troubles = new ActiveErrors((one) => reported.push(one));
  const failed = new RunFailed("up", framed(UP));
  reported.push({ what: "run", run: "up", seconds: 1, failed: failed.refusal });
  const refused = { causes: [], since: "12:00", objects: { "avi:Pool c1--shop": "create" as const }, refused: failed.refusal };
  reported.push({ what: "pending", pending: [refused] });
  for (const what of ["up", "preview", "up"]) troubles.failed(what, failed);
  expect(reported.flatMap((one) => eventText(one) ?? []).filter((line) => line.includes("LB2014"))).toEqual([failed.message]);
  expect(reported.at(-1)).toMatchObject({ what: "failure", code: "LB2014" });
  expect(troubles.all()).toEqual([failed.message]);
});
