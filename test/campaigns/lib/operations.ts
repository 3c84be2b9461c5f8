import { Resource } from "../../sandbox/lib/engine";
import type { Props } from "../../sandbox/lib/host";
import { identified } from "../../support/identified";
import type { CampaignSubject, CampaignWorld } from "./world";

/** State that a stack has of one resource between two runs. */
export type ResourceState = Resource["state"];

/** One operation of the engine on a resource. */
export interface EngineOperation {
  name: string;
  /** The resource as it is before: absent, there, or there and somebody else's. */
  begins: "absent" | "there" | "foreign";
  /** Inputs that the program declares for the operation. */
  declares(subject: Pick<CampaignSubject<CampaignWorld>, "next" | "replaced">, inputs: Props): Props;
  run(resource: Resource, declared: Props): Promise<unknown>;
  /** Nothing is there when it has ended. */
  empties?: boolean;
  /** It takes into the state what it is shown, so that the next one has to look again. */
  reads?: boolean;
}

const same = (_: unknown, inputs: Props): Props => inputs;
const up = (resource: Resource, declared: Props): Promise<unknown> => resource.up(declared);

async function refreshed(resource: Resource): Promise<void> {
  if (!(await resource.refresh())) throw new Error("the refresh takes the object for gone");
}

/** Reads by the id alone, as `pulumi import` and `get` do. */
async function readById(resource: Resource): Promise<void> {
  const { state } = resource;
  try {
    await resource.import(state?.id ?? "");
    if (!resource.state) throw new Error("the read takes the object for gone");
  } finally {
    resource.state = state;
  }
}

export const OPERATIONS = {
  create: { name: "create", begins: "absent", declares: same, run: up },
  read: { name: "read", begins: "there", declares: same, run: readById, reads: true },
  refresh: { name: "refresh", begins: "there", declares: same, run: refreshed, reads: true },
  update: { name: "update", begins: "there", declares: (subject, inputs) => subject.next(inputs), run: up },
  replace: { name: "replace", begins: "there", declares: (subject, inputs) => subject.replaced?.(inputs) ?? inputs, run: up },
  delete: { name: "delete", begins: "there", declares: same, run: (resource) => resource.destroy(), empties: true },
  adopt: { name: "adopt", begins: "foreign", declares: (_, inputs) => ({ ...inputs, adopt: true }), run: up },
} as const satisfies { [name: string]: EngineOperation };

/**
 * Returns the operations that a kind has. There is no adopt if its objects cannot have another owner, no replace if they are never
 * replaced, and no read if they cannot be read by id.
 */
export function operationsOf<W extends CampaignWorld>(
  subject: CampaignSubject<W>,
  operations: readonly EngineOperation[],
): EngineOperation[] {
  const lacks = { adopt: !subject.giveAway, replace: !subject.replaced, read: subject.unreadable };
  return operations.filter(({ name }) => !(name in lacks && lacks[name as keyof typeof lacks]));
}

/** Begins a run of the engine: another provider process, the state as the last run has left it. */
export async function begin<W extends CampaignWorld>(
  world: W,
  { kind }: CampaignSubject<W>,
  state: ResourceState,
  at?: string,
): Promise<Resource> {
  const resource = new Resource(await world.run(at), kind);
  resource.state = structuredClone(state);
  return resource;
}

/** Makes a fresh server, and on it what is there before an operation; inputs name the spec they stand for. */
export async function prepare<W extends CampaignWorld>(world: W, subject: CampaignSubject<W>, { begins }: EngineOperation) {
  await world.reset();
  const made = await subject.make(world);
  const inputs = { ...made, ...identified("", [SPEC]) };
  if (begins === "absent") return { inputs, state: undefined };
  const resource = new Resource(await world.runs.steady(), subject.kind);
  await resource.up(inputs);
  await world.settled();
  if (begins === "there") return { inputs, state: resource.state };
  await subject.giveAway?.(world, inputs);
  return { inputs, state: undefined };
}

/** The spec that every resource of a campaign belongs to. */
export const SPEC = "Service default/campaign";
