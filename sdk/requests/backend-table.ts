import type { FixedAnswer, Part, RuleOwner, ServedAnswer, ServedForward, Servers } from "../../requests/table/routing-table";
import { describeObject, type ObjectRef } from "../../resources/diagnostic";
import type { Backend } from "../routing";
import { isUnknown, keyOf, type Spec, UNKNOWN_TEXT } from "../specs";

const objects = new WeakMap<RuleOwner, ObjectRef>();

/** The object and rule of it that ask for something. */
export function ownerOf({ ref }: Pick<Spec, "ref">, pointer: string | undefined): RuleOwner {
  const owner = { object: describeObject(ref), pointer: pointer ?? "/spec", ...(ref.source ? { file: ref.source.file } : {}) };
  objects.set(owner, ref);
  return owner;
}

/** The object of a rule that was asked for; its words alone may be those of two kinds. */
export const objectOf = (owner: RuleOwner): ObjectRef | undefined => objects.get(owner);

/** Services behind routes, with their servers. */
export class BackendTable {
  readonly servers: Record<string, Servers> = {};
  private readonly protocols = new Map<string, string | undefined>();

  /** The answer of backends; with no weight at all each gets the same. `failed` is the part of those that cannot be used. */
  forward(backends: readonly (Backend & { invalid?: true })[], failed?: Part): ServedForward | undefined {
    const parts = new Map<string, Part>();
    for (const backend of backends) {
      const weight = backend.weight ?? 1;
      if (weight === 0) continue;
      const part = backend.invalid && failed ? { ...failed, weight } : { weight, ...this.named(backend) };
      const key = part.service ?? "";
      parts.set(key, { ...part, weight: weight + (parts.get(key)?.weight ?? 0) });
    }
    const all = [...parts.values()];
    // alone it gets everything
    return all.length > 0 ? { forward: all.length > 1 ? all : all.map((part) => ({ ...part, weight: 1 })) } : undefined;
  }

  /** Notes that the servers of a backend give every request this answer. */
  answers(backend: Backend, answer: FixedAnswer): void {
    const { service = "" } = this.named(backend);
    const known = this.servers[service];
    if (known) this.servers[service] = { ...known, answer };
  }

  /**
   * Of two protocols on one number the second has an entry, and servers, of its own. A rule whose fault hides the servers has none, and leaves
   * those that another rule finds.
   */
  private named({ service, port, servers, missing, absent }: Backend): Pick<Part, "service" | "servers"> {
    const name = `${keyOf(service)}${port ? `:${port.port}` : ""}`;
    const first = this.protocols.get(name) ?? port?.protocol;
    this.protocols.set(name, first);
    const known = servers.flatMap(({ address, port: number, ready, drained }) =>
      isUnknown(address) || isUnknown(number)
        ? []
        : [{ server: `${address.includes(":") ? `[${address}]` : address}:${number}`, isReady: ready !== false && !drained }],
    );
    const ready = known.filter(({ isReady }) => isReady).map(({ server }) => server);
    const unready = known.filter(({ isReady }) => !isReady).map(({ server }) => server);
    if (servers.some(({ address, port: number }) => isUnknown(address) || isUnknown(number))) unready.push(UNKNOWN_TEXT);
    const faults = { ...(missing ? { kept: true as const } : {}), ...(absent ? { absent } : {}) };
    const own: Servers = { ready, ...(unready.length > 0 ? { unready } : {}), ...faults };
    const isSecond = port?.protocol !== first;
    const key = isSecond ? `${name}/${port?.protocol}` : name;
    if (!missing || !this.servers[key]) this.servers[key] = own;
    return { service: name, ...(isSecond || missing ? { servers: own } : {}) };
  }
}

/** No server has it: controllers answer so, each in its way. */
export const NO_SERVER: ServedAnswer = { status: 503 };
