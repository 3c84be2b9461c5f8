// `sandbox edit`: changes fields of an object by hand, as an administrator does.
import { parse } from "yaml";
import { BACK_ENDS, configSource } from "../../../provider";
import { connect } from "../../../provider/kubernetes";
import type { JsonObject } from "../../../provider/lifecycle/bodies/json";
import type { Editable } from "../../../provider/lifecycle/editable-objects";
import type { Json } from "../../../resources/kind";
import { nearest } from "../../../resources/nearest";
import type { SandboxAddresses } from "../../../sandbox/index";
import { FAMILIES } from "../../kubernetes/kinds";
import { isRecord } from "../../specs";
import { UsageError } from "../grammar";

type Find = (sandbox: SandboxAddresses) => Promise<Editable[]>;

/**
 * `k8s-lb sandbox edit`: changes fields of an object as an administrator does, through the API of the load balancer; the next refresh finds
 * it. A field is a path with dots, an element of a list its number: `servers.0.enabled=false`. Values are YAML.
 *
 * @param on which back end, system, where two have this type: `avi`, `octavia` or `kubernetes`
 * @returns what it came to, for a person
 */
export async function editByHand(
  sandbox: SandboxAddresses,
  type: string,
  name: string,
  assignments: readonly string[],
  on?: string,
): Promise<string> {
  const finds = findsOf(type.toLowerCase(), on);
  const candidates = (await Promise.all(finds.map((find) => find(sandbox)))).flat();
  const [object, another] = candidates.filter((one) => one.name === name);
  if (!object) {
    const meant = nearest(
      name,
      candidates.map((one) => one.name),
    );
    const names = candidates.map((one) => one.name).sort();
    const remedy = meant ? `did you mean ${meant}?` : names.length > 0 ? `there are ${names.join(", ")}` : "it has none";
    throw new UsageError(`the sandbox has no ${type} ${name}: ${remedy}`);
  }
  if (another) throw new UsageError(`several objects are a ${type} ${name}: say which with --on avi, octavia or kubernetes`);
  const edited = structuredClone(object.body);
  const lines = assignments.map((text) => {
    const [path, value] = assignmentOf(text);
    const before = assign(edited, path, value);
    return `${type} ${name}: ${path.join(".")} was ${JSON.stringify(before) ?? "absent"}, is ${JSON.stringify(value)}`;
  });
  const fields = [...new Set(assignments.map((text) => assignmentOf(text)[0][0] ?? ""))];
  const changed = fields.flatMap((field) => (edited[field] === undefined ? [] : [[field, edited[field]]]));
  await object.write(edited, Object.fromEntries(changed));
  return `${lines.join("\n")}\n`;
}

function assignmentOf(text: string): [path: string[], value: Json] {
  const [, path, value = ""] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (!path) throw new UsageError(`"${text}" is not a change: write FIELD=VALUE, e.g. enabled=false`);
  return [path.split("."), parse(value)];
}

/** @returns what stood there */
function assign(body: JsonObject, path: readonly string[], value: Json): Json | undefined {
  const [last = "", ...above] = [...path].reverse();
  const place = above.reverse().reduce<Json | undefined>((inner, key) => memberOf(inner, key), body);
  if (Array.isArray(place) && Number(last) < place.length) {
    const [before] = place.splice(Number(last), 1, value);
    return before;
  }
  if (!isRecord(place)) throw new UsageError(`there is no ${path.join(".")}: ${above.join(".")} holds no fields`);
  const before = place[last];
  place[last] = value;
  return before;
}

const memberOf = (value: Json | undefined, key: string): Json | undefined =>
  Array.isArray(value) ? value[Number(key)] : isRecord(value) ? value[key] : undefined;

const KUBERNETES_KINDS = [...FAMILIES.mizar, ...FAMILIES.routing].flatMap(({ types, tenant }) =>
  types.slice(0, 1).map((type) => ({ type, tenant, word: type.kind.toLowerCase() })),
);

/** Functions that find objects of a type, one for every back end that has the type. */
function findsOf(type: string, on: string | undefined): Find[] {
  const has: readonly { backend: string; types: readonly string[]; find: Find }[] = [
    ...Object.values(BACK_ENDS).flatMap(({ name, editable }) =>
      editable
        ? [
            {
              backend: name,
              types: editable.types,
              find: ({ env }: Pick<SandboxAddresses, "env">) => editable.objects(configSource(name, undefined, env), type),
            },
          ]
        : [],
    ),
    { backend: "kubernetes", types: KUBERNETES_KINDS.map(({ word }) => word), find: inCluster(type) },
  ];
  const chosen = has.filter(({ backend, types }) => types.includes(type) && (on === undefined || on === backend));
  if (chosen.length > 0) return chosen.map(({ find }) => find);
  const knownTypes = has.flatMap(({ types }) => types);
  const meant = nearest(type, knownTypes);
  throw new UsageError(
    `"${type}" is not a type of ${on ?? "the sandbox"}: ${meant ? `did you mean ${meant}?` : `there are ${[...new Set(knownTypes)].sort().join(", ")}`}`,
  );
}

/** `namespace/name`; the name alone of what is in `default` or in no namespace. */
const inCluster =
  (word: string): Find =>
  async ({ kubernetes }) => {
    const tenant = kubernetes.tenants.find((one) => one !== "system");
    const client = connect({ kubeconfig: kubernetes.kubeconfig, tenant });
    const kinds = KUBERNETES_KINDS.filter((kind) => kind.word === word);
    const lists = kinds.map(async ({ type, tenant: kept }) => {
      const where = tenant === undefined ? undefined : kept;
      const objects = (await client.serves(type, where)) ? await client.list(type, { tenant: where }) : [];
      return objects.map(({ metadata: { name, namespace }, ...object }) => ({
        name: namespace === undefined || namespace === "default" ? name : `${namespace}/${name}`,
        body: plain(object),
        write: (_edited: JsonObject, changed: JsonObject) => client.mergePatch({ type, name, namespace, tenant: where }, changed),
      }));
    });
    return (await Promise.all(lists)).flat();
  };

/** As it is sent: without fields that are undefined. */
const plain = (object: object): JsonObject => JSON.parse(JSON.stringify(object));
