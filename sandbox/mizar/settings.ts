// Settings of the sandbox's Mizar operator and Arktos controllers, with their defaults.

/** Behaviour of the operator. */
export interface OperatorSettings {
  /** `design` does what was meant; `head` has the hangs and leaks of the real operator. Default `design`. */
  mode: "design" | "head";
  /** Before each step, in milliseconds. Default 20. */
  delayMs: number;
  /** Before a handler is tried again, in milliseconds. Default 100; the real operator waits 15 s. */
  retryMs: number;
  /** Time during which a handler is tried again, in milliseconds; then the error counts as permanent. Default an hour. */
  retryForMs: number;
  /** Give objects that carry a `createtime` a `provisiondelay`. Default true. */
  provisionDelay: boolean;
  /** Kinds (`Vpc`) and objects (`Vpc/blue`) that the operator leaves in `Init`. Default none. */
  stall: readonly string[];
  /** Name of a Pod's interface. Default `eth0`. */
  defaultInterface: string;
  /** Do the work of the kubelet: Pods get a node, and are `Running` once their endpoint is provisioned. Default true. */
  kubelet: boolean;
  /** Droplets to begin with, where the cluster has none. Default one, `mizar-worker`. */
  droplets: readonly string[];
  /** Create Vpc `vpc0` and Subnet `net0` at the start. Default true. */
  defaults: boolean;
  /** Arktos' controllers that run beside it. Default: all with tenants, `network` without. */
  controllers: readonly ArktosController[];
  /** Feature gates of Arktos, and `BWQOS` of Mizar's operator. Default all off. */
  featureGates: { [gate: string]: boolean };
  /** First and last A of the ranges A.B.0.0/16 that Arktos gives to VPCs. Default 11 and 99. */
  vpcRange: readonly [number, number];
  /** Network `default` of a new tenant, as JSON in which `{{.}}` means the tenant. Default: none is made. */
  networkTemplate?: string;
  /** Address that the network controller uses for every DNS Service. Default: the one that the Service has. */
  dnsServiceClusterIP?: string;
}

/**
 * `tenant`: namespaces and default Network of a tenant; `network`: the phases of Networks and their DNS Services; `vpc`: the Vpc and Subnet of
 * a Network of type mizar; `placement`: the annotations of Pods and Services.
 */
export type ArktosController = "tenant" | "network" | "vpc" | "placement";

const DEFAULTS: Omit<OperatorSettings, "controllers"> = {
  mode: "design",
  delayMs: 20,
  retryMs: 100,
  retryForMs: 3_600_000,
  provisionDelay: true,
  stall: [],
  defaultInterface: "eth0",
  kubelet: true,
  droplets: ["mizar-worker"],
  defaults: true,
  featureGates: {},
  vpcRange: [11, 99],
};

const ALL_CONTROLLERS: readonly ArktosController[] = ["tenant", "network", "vpc", "placement"];

/** Returns the given settings, with the defaults for the rest. */
export function settingsOf({ tenants = false, ...given }: Partial<OperatorSettings> & { tenants?: boolean }): OperatorSettings {
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...DEFAULTS, controllers: tenants ? ALL_CONTROLLERS : ["network"], ...set };
}
