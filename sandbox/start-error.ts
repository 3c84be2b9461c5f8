import { LbError } from "../kinds/errors";

/** The port the sandbox wants belongs to another program. */
export const portInUse = (port: number): LbError =>
  new LbError({
    code: "LB5002",
    message: `port ${port} of 127.0.0.1 is in use by another program`,
    remedy: "End that program, or start the sandbox with another --port-base.",
  });

/** The background sandbox did not come up. */
export const didNotStart = (log: string): LbError =>
  new LbError({ code: "LB5003", message: "the sandbox did not start", remedy: `Its output is in ${log}.` });
