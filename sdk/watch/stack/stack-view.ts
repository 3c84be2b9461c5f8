// The resources of each component in the stack, and connections to their servers.

import { connected, type DynamicProvider } from "../../../provider";
import { resourceKey } from "../../plan";
import { TARGETS } from "../../targets";
import type { StackProgram } from "./program";
import { connectionOf, type StateResource } from "./stack-state";

/** Opens a kind over the connection of a resource. */
export type OpenConnection = (resource: StateResource) => DynamicProvider;

/** Servers are written pool by pool, wherever the pools are. */
const withPartsUnbundled = (resource: StateResource): StateResource[] =>
  Object.values(TARGETS)
    .find(({ name }) => resource.type.startsWith(`${name}:`))
    ?.bundles?.unbundleState(resource) ?? [resource];

const NOTHING: ReadonlyMap<string, StateResource> = new Map();

/** View of the stack at a moment: its resources by the owner mark of their component, and the connections for writing. */
export class StackView {
  private owners = new Map<string, ReadonlyMap<string, StateResource>>();
  private config: { readonly [key: string]: string } = {};
  private readonly providers = new Map<string, DynamicProvider>();

  /** Reads state and configuration; a connection that is the same stays open. */
  async read(program: Pick<StackProgram, "resources" | "config">): Promise<void> {
    const [resources, config] = await Promise.all([program.resources(), program.config()]);
    const owners = new Map<string, Map<string, StateResource>>();
    for (const resource of resources.flatMap(withPartsUnbundled)) {
      const owner = String(resource.inputs.owner ?? "");
      const resourcesOfOwner = owners.get(owner) ?? new Map<string, StateResource>();
      resourcesOfOwner.set(resourceKey({ kind: resource.type, name: resource.name }), resource);
      owners.set(owner, resourcesOfOwner);
    }
    this.owners = owners;
    if (JSON.stringify(config) !== JSON.stringify(this.config)) this.providers.clear();
    this.config = config;
  }

  of(owner: string): ReadonlyMap<string, StateResource> {
    return this.owners.get(owner) ?? NOTHING;
  }

  readonly open: OpenConnection = ({ type, connection }) => {
    const key = JSON.stringify([type, connection]);
    const cachedProvider = this.providers.get(key);
    if (cachedProvider) return cachedProvider;
    const provider = connected(type, connectionOf({ connection }, this.config));
    this.providers.set(key, provider);
    return provider;
  };
}
