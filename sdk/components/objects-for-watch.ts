// Removes secrets from the objects that a program passes to `k8s-lb watch`.

import { publicPem } from "../../resources/pem";
import { isReadKind } from "../frontends";
import {
  CERTIFICATE_FIELDS,
  flattenList,
  isKnownRecord,
  isRecord,
  isWorkloadKind,
  leanContainers,
  leanWorkload,
  NODE_PORT_LOCAL,
} from "../specs";

/**
 * The objects of a program as `k8s-lb watch` gets them: those of the kinds that are read, without secrets. Of a Secret it gets certificates,
 * and that the rest is there; of a Pod nothing of what runs in it, because its environment, commands and annotations may hold secrets
 * too. An annotation (`last-applied-configuration`) repeats in clear what kubectl was given: it is left out everywhere. Values that preview
 * cannot know are kept as they are.
 */
export function objectsForWatch(objects: readonly unknown[]): unknown[] {
  return objects
    .flatMap((value) => flattenList({ value }))
    .flatMap(({ value }) => {
      if (!isRecord(value) || !isReadKind(String(value.apiVersion), String(value.kind))) return [];
      const cleaned: Record<string, unknown> = { ...value, metadata: withoutCopies(value.metadata) };
      if (isWorkloadKind(String(value.apiVersion), String(value.kind))) return [leanWorkload(cleaned)];
      if (value.kind === "Secret") return [secret(cleaned)];
      return [value.kind === "Pod" ? pod(cleaned) : cleaned];
    });
}

const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

function withoutCopies(metadata: unknown): unknown {
  if (!isKnownRecord(metadata)) return metadata;
  const { managedFields: _fields, annotations, ...rest } = metadata;
  if (!isKnownRecord(annotations)) return annotations === undefined ? rest : { ...rest, annotations };
  const { [LAST_APPLIED]: _copy, ...kept } = annotations;
  return { ...rest, annotations: kept };
}

/** Certificates are public; whatever else a Secret holds counts only as being there. */
const PUBLIC: ReadonlySet<string> = new Set(Object.keys(CERTIFICATE_FIELDS));

function secret({ data, stringData, ...rest }: Record<string, unknown>): unknown {
  const hidden = (values: unknown, text: string, publicly: (value: string) => string) =>
    isKnownRecord(values)
      ? Object.fromEntries(
          Object.entries(values).map(([key, value]) => [
            key,
            !PUBLIC.has(key) ? text : typeof value === "string" ? publicly(value) : value,
          ]),
        )
      : values;
  const certificates = (value: string) => publicPem(value).text;
  const encoded = (value: string) => {
    const { text, holdsKey } = publicPem(Buffer.from(value, "base64").toString());
    return holdsKey ? Buffer.from(text).toString("base64") : value;
  };
  return {
    ...rest,
    ...(data === undefined ? {} : { data: hidden(data, Buffer.from("hidden").toString("base64"), encoded) }),
    ...(stringData === undefined ? {} : { stringData: hidden(stringData, "hidden", certificates) }),
  };
}

/**
 * Fields of a Pod that make a server (sdk/specs/kinds/pod.ts). On Mizar a Pod is structure: the preview judges it, and knows all fields.
 */
function pod({ apiVersion, kind, metadata, spec, status }: Record<string, unknown>): unknown {
  const { conditions } = isRecord(status) ? status : {};
  const { annotations, ...place } = isRecord(metadata) ? metadata : {};
  const ports = isRecord(annotations) ? annotations[NODE_PORT_LOCAL] : undefined;
  return {
    apiVersion,
    kind,
    metadata: { ...place, ...(ports === undefined ? {} : { annotations: { [NODE_PORT_LOCAL]: ports } }) },
    spec: leanContainers(spec),
    ...(conditions === undefined ? {} : { status: { conditions } }),
  };
}
