// The error codes of the sandbox, and the class of error that its users see.

/** Every error of the sandbox: stable code, meaning, remedy; docs/errors.md is rendered from it. */
export const SANDBOX_CODES = {
  LB5001: {
    meaning: "Invalid fault rule.",
    remedy: "Write it as METHOD:PATH:STATUSxTIMES, e.g. POST:/api/pool:500x2.",
    example: '"POST /api/pool 500" is no rule',
  },
  LB5002: {
    meaning: "A port of the sandbox is taken.",
    remedy: "Stop the program that listens there, or choose another --port-base.",
    example: "port 9443 of 127.0.0.1 is in use by another program",
  },
  LB5003: {
    meaning: "The sandbox did not start in the background.",
    remedy: "The log that the message names has the reason.",
    example: "the sandbox did not start",
  },
  LB5004: {
    meaning: "A sandbox runs in the background at other ports than those of --port-base.",
    remedy: "Stop it first, or serve a second one in the foreground with `sandbox run --port-base`.",
    example: "the sandbox runs at the ports from 9440 on",
  },
  LB5050: {
    meaning: "An initial state contains a part that the Kubernetes sandbox does not know.",
    remedy: "The message lists the known parts; docs/contributing/sandboxes.md#mizar-and-arktos describes them.",
    example: 'the state has "podz", which is none of pods, services, endpoints',
  },
  LB5051: {
    meaning: "The simulated Mizar operator cannot read from the API server.",
    remedy: "Check URL, token and CA certificate; it must be able to read and write every kind that it serves.",
    example: "https://127.0.0.1:6443 answered 403 to the list of vpcs",
  },
} as const;

/** The port the sandbox wants belongs to another program. @param holder who that is, where it is known */
export const portInUse = (port: number, holder = "another program"): SandboxError =>
  new SandboxError({
    code: "LB5002",
    message: `port ${port} of 127.0.0.1 is in use by ${holder}`,
    remedy: "End that program, or start the sandbox with another --port-base.",
  });

/** Another first port is asked for than that of the sandbox that runs. */
export const runsElsewhere = (asked: number, runs: number): SandboxError =>
  new SandboxError({
    code: "LB5004",
    message: `a sandbox runs in the background from port ${runs} on, and not from ${asked}`,
    remedy: `Use it as it is (\`k8s-lb sandbox status\`), stop it first (\`k8s-lb sandbox stop\`: its objects are kept), or serve a second one in the foreground: \`k8s-lb sandbox run --port-base ${asked}\`.`,
  });

/** The background sandbox did not come up. */
export const didNotStart = (log: string): SandboxError =>
  new SandboxError({ code: "LB5003", message: "the sandbox did not start", remedy: `Its output is in ${log}.` });

/** Parts of an error that a person can correct. The codes are in `codes.ts`. */
interface SandboxErrorParts {
  /** Stable code, e.g. `LB5002`. */
  code: string;
  /** Description of the fault. */
  message: string;
  /** Step that corrects it. */
  remedy: string;
}

/** The one class of error that users of the sandbox see; its text has the form that all codes have. */
export class SandboxError extends Error {
  readonly code: string;
  readonly remedy: string;

  constructor({ code, message, remedy }: SandboxErrorParts) {
    super(`${code}: ${message}\n  ${remedy}`);
    this.name = "SandboxError";
    this.code = code;
    this.remedy = remedy;
  }
}
