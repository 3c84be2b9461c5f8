// Reads declarations of a load balancer that is named by its id, but may be the program's own.

/** A load balancer as a program or a state declares it. */
interface Declared {
  readonly own?: unknown;
  readonly loadBalancer?: unknown;
  readonly floatingIp?: unknown;
}

type Fields = { readonly [field: string]: unknown };

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

/** The declaration of a load balancer that is the program's own although it is named by its id: as if it were not named. */
export function asOwn<D extends Declared>(declared: D): D {
  const { own, loadBalancer } = declared;
  if (!isObject(own) || !isObject(loadBalancer)) return declared;
  const { id: _, ...named } = loadBalancer;
  const body = isObject(own.loadBalancer) ? own.loadBalancer : {};
  const floatingIp = isObject(own.floatingIp) ? { floatingIp: own.floatingIp } : {};
  const { own: __, ...rest } = declared;
  return { ...rest, loadBalancer: { ...body, ...named }, ...floatingIp } as D;
}

/** Id by which a declaration names a load balancer that may be its own; undefined where it names none. */
export function namedId({ own, loadBalancer }: Declared): string | undefined {
  const id = isObject(own) && isObject(loadBalancer) ? loadBalancer.id : undefined;
  return typeof id === "string" && id !== "" ? id : undefined;
}
