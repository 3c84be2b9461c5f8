import * as pulumi from "@pulumi/pulumi";

/** Failures that Node reports while a program runs: unhandled ones, and the number of those handled too late. */
export async function reported(program: () => Promise<pulumi.Inputs>): Promise<{ failures: Set<unknown>; late: number }> {
  const events = ["unhandledRejection", "rejectionHandled"] as const;
  const before = events.map((event) => process.listeners(event as "unhandledRejection"));
  const found = { failures: new Set<unknown>(), late: 0 };
  for (const event of events) process.removeAllListeners(event);
  process.on("unhandledRejection", (reason) => found.failures.add(reason));
  process.on("rejectionHandled", () => found.late++);
  try {
    await pulumi.runtime.runInPulumiStack(program).catch((error: unknown) => found.failures.add(error));
    await new Promise((done) => setTimeout(done, 250));
  } finally {
    events.forEach((event, index) => {
      process.removeAllListeners(event);
      for (const listener of before[index]!) process.on(event as "unhandledRejection", listener);
    });
  }
  return found;
}
