import * as pulumi from "@pulumi/pulumi";
import { describeObject } from "../../../contract/diagnostic";
import { LbError } from "../../../contract/errors";
import type { Status } from "../../routing";
import { type SpecSource, toSpecs } from "../../sources";
import type { SpecSet } from "../../specs";
import { aviObjects } from "../objects";
import type { AviPlan } from "../plan";
import type { AviSettingsInput } from "../settings";
import { translateToAvi } from "../translate";
import { register } from "./register";

export interface AviComponentArgs {
  /** The specs: files, folders, globs, plain objects, `@pulumi/kubernetes` resources, or a list of them. */
  specs: SpecSource;
  /** AKO's settings: clusterName, shardVSSize, subDomains ... (docs/avi.md lists all with their defaults). */
  settings?: AviSettingsInput;
  /** Take over objects that exist under our names and carry another owner's mark. Default false. */
  adopt?: boolean;
  /** Let more than a third (and more than 5) of the objects vanish in one `pulumi up`. Default false. */
  allowMassDelete?: boolean;
}

/** The status of one spec, as components give it out. */
export interface SpecStatus {
  kind: string;
  namespace: string;
  name: string;
  state: Status["state"];
  description: string;
}

interface Result {
  vips: Record<string, string>;
  hosts: Record<string, string>;
  statuses: SpecStatus[];
  inventory: string[];
}

/** How a component narrows the specs it is given. */
export interface Scope {
  select(specs: SpecSet): SpecSet;
  /** Identity of the one spec that gets a virtual service of its own, in place of shards. */
  dedicated?(specs: SpecSet): string;
}

/** The engine stores the inputs of a component in clear; under a symbol the specs, which may hold Secrets, stay out of them. */
const JOB = Symbol("job");

interface Job {
  args: AviComponentArgs;
  scope: Scope;
  name: string;
}

/** What all Avi components share: read, translate, register, give out addresses and statuses. */
export abstract class AviComponent extends pulumi.ComponentResource<Result> {
  /** Address of every VIP, by the name of its virtual service. */
  readonly vips: pulumi.Output<Record<string, string>>;
  /** Address under which each host name is served. */
  readonly hosts: pulumi.Output<Record<string, string>>;
  /** One status for every Ingress, Route and Service of type LoadBalancer. */
  readonly statuses: pulumi.Output<SpecStatus[]>;
  /** `<api type>/<name>` of every object on the controller, sorted. */
  readonly inventory: pulumi.Output<string[]>;

  protected constructor(kind: string, name: string, args: AviComponentArgs, scope: Scope, opts?: pulumi.ComponentResourceOptions) {
    super(`k8s-lb:avi:${kind}`, name, { settings: args.settings, [JOB]: { args, scope, name } }, opts);
    const result = pulumi.output(this.getData());
    this.vips = result.vips;
    this.hosts = result.hosts;
    this.statuses = result.statuses as pulumi.Output<SpecStatus[]>;
    this.inventory = result.inventory;
    this.registerOutputs({ vips: this.vips, hosts: this.hosts, statuses: this.statuses, inventory: this.inventory });
  }

  /** Runs once, from the base constructor; asynchronous because specs may be outputs. */
  protected override async initialize({ [JOB]: { args, scope, name } }: { [JOB]: Job }): Promise<Result> {
    const specs = scope.select(await toSpecs(args.specs));
    const clusterName = args.settings?.clusterName ?? "cluster";
    const owner = `pulumi-k8s-lb:${pulumi.getProject()}/${pulumi.getStack()}/${clusterName}/${name}`;
    const dedicated = scope.dedicated?.(specs);
    // routes to the nodes belong to the cluster, not to one of its specs
    const settings = dedicated ? { ...args.settings, disableStaticRouteSync: true } : args.settings;
    const plan = translateToAvi(specs, { settings, owner, dedicated });
    await this.report(plan);
    const { vips, hosts } = register(this, name, plan, args);
    const statuses = plan.statuses.map(({ object: { kind, namespace, name: object }, state, description }) => ({
      kind,
      namespace,
      name: object,
      state,
      description,
    }));
    return { vips, hosts, statuses, inventory: Object.keys(aviObjects(plan).owners) } as unknown as Result;
  }

  /** Wrong settings stop the run; everything else that a person should know goes to the component's row. */
  private async report(plan: AviPlan): Promise<void> {
    const all = [...plan.diagnostics, ...plan.statuses.flatMap((status) => status.diagnostics)];
    const wrong = all.find(({ code }) => code === "LB1305");
    if (wrong) throw new LbError({ code: wrong.code, message: wrong.message, object: "settings", pointer: wrong.pointer });
    for (const { code, severity, object, pointer, message, remedy } of all) {
      const text = `${code} ${describeObject(object)} ${pointer}: ${message}${remedy ? `. ${remedy}` : ""}`;
      if (severity === "notice") await pulumi.log.debug(text, this);
      else await pulumi.log.warn(text, this);
    }
  }
}

/**
 * Everything that the specs of one Kubernetes cluster mean on Avi: a virtual service per Service of type LoadBalancer,
 * shared virtual services for hosts, an SNI child per secure host, pools, certificates, static routes. One component per
 * cluster, because shards and conflicts need the whole picture.
 *
 * @example
 * ```ts
 * import * as avi from "pulumi-k8s-lb/avi";
 *
 * const cluster = new avi.KubernetesCluster("prod", {
 *   specs: ["manifests/*.yaml"],
 *   settings: { clusterName: "prod", shardVSSize: "LARGE", subDomains: ["apps.example.com"] },
 * });
 * export const hosts = cluster.hosts;
 * ```
 */
export class KubernetesCluster extends AviComponent {
  constructor(name: string, args: AviComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super("KubernetesCluster", name, args, { select: (specs) => specs }, opts);
  }
}
