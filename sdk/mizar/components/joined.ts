import { flattenList, isRecord, type RawObject } from "../../specs";

type Body = Record<string, unknown> & { metadata: Record<string, unknown> };

/** Mizar's own names are the same for all tenants. */
const SHARED = new Set(["Vpc", "Subnet", "Endpoint"]);

/**
 * A manifest beside the same object of a live cluster: the manifest says what is to be, the cluster since when it is there and which
 * addresses it has. Two manifests of one object stay two, and are an error.
 *
 * @param tenant of objects that name none
 */
export function joined(raws: readonly RawObject[], tenant: string): RawObject[] {
  const flat = raws.flatMap(flattenList);
  const key = (body: Body) => {
    const { kind, apiVersion, metadata } = body;
    const own = SHARED.has(String(kind)) ? "" : metadata.tenant || tenant;
    return [apiVersion, kind, own, metadata.namespace ?? "default", metadata.name].join("/");
  };
  const bodies = flat.map(({ value }) => value).filter(isBody);
  const there = new Map(bodies.filter(isThere).map((body) => [key(body), body]));
  const declared = new Set(bodies.filter((body) => !isThere(body)).map(key));
  return flat.flatMap((raw): RawObject[] => {
    const { value } = raw;
    if (!isBody(value)) return [raw];
    if (isThere(value)) return declared.has(key(value)) ? [] : [raw];
    const live = there.get(key(value));
    return [live ? { ...raw, value: withFacts(value, live) } : raw];
  });
}

function withFacts(manifest: Body, { metadata: { creationTimestamp }, status }: Body): Body {
  const facts = manifest.kind === "Pod" && status !== undefined ? { status } : {};
  return { ...manifest, metadata: { ...manifest.metadata, creationTimestamp }, ...facts };
}

/** None but the server writes a uid. */
export function isThere({ metadata }: Body): boolean {
  return metadata.uid !== undefined;
}

function isBody(value: unknown): value is Body {
  return isRecord(value) && isRecord(value.metadata);
}
