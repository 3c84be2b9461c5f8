import { parse } from "yaml";
import { AVI_TYPES, type AviType, isAviType } from "../../kinds/avi/body";
import type { Json } from "../../kinds/kind";
import { nearest } from "../../kinds/nearest";
import { apiFor } from "../../provider/avi/client/api";
import { connect as connectCluster } from "../../provider/kubernetes/connect";
import { configSource } from "../../provider/lifecycle/config";
import { isObject, type JsonObject } from "../../provider/lifecycle/json";
import { connect as connectOpenStack } from "../../provider/octavia/client";
import type { SandboxAddresses } from "../../sandbox/index";
import { FAMILIES } from "../kubernetes/kinds";
import { UsageError } from "./grammar";

/** Something that can be changed by hand, and how. */
interface Editable {
  name: string;
  body: JsonObject;
  /** @param fields the fields of the body that have another value now */
  write(edited: JsonObject, fields: readonly string[]): Promise<unknown>;
}

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
  const found = (await Promise.all(finds.map((find) => find(sandbox)))).flat();
  const [object, another] = found.filter((one) => one.name === name);
  if (!object) {
    const meant = nearest(
      name,
      found.map((one) => one.name),
    );
    const known = found.map((one) => one.name).sort();
    const remedy = meant ? `write ${meant}, if that is meant` : known.length > 0 ? `there are ${known.join(", ")}` : "there is none at all";
    throw new UsageError(`the sandbox has no ${type} ${name}: ${remedy}`);
  }
  if (another) throw new UsageError(`several objects are a ${type} ${name}: say which with --on avi, octavia or kubernetes`);
  const edited = structuredClone(object.body);
  const said = assignments.map((text) => {
    const [path, value] = assignmentOf(text);
    const before = assign(edited, path, value);
    return `${type} ${name}: ${path.join(".")} was ${JSON.stringify(before) ?? "absent"}, is ${JSON.stringify(value)}`;
  });
  await object.write(edited, [...new Set(assignments.map((text) => assignmentOf(text)[0][0] ?? ""))]);
  return `${said.join("\n")}\n`;
}

function assignmentOf(text: string): [path: string[], value: Json] {
  const [, path, value = ""] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (!path) throw new UsageError(`"${text}" is no change: write FIELD=VALUE, e.g. enabled=false`);
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
  if (!isObject(place)) throw new UsageError(`there is no ${path.join(".")}: ${above.join(".")} holds no fields`);
  const before = place[last];
  place[last] = value;
  return before;
}

const memberOf = (value: Json | undefined, key: string): Json | undefined =>
  Array.isArray(value) ? value[Number(key)] : isObject(value) ? value[key] : undefined;

const OCTAVIA_TYPES = {
  loadbalancer: "loadbalancers",
  listener: "listeners",
  pool: "pools",
  healthmonitor: "healthmonitors",
  l7policy: "l7policies",
};

const isOctaviaType = (type: string): type is keyof typeof OCTAVIA_TYPES => Object.hasOwn(OCTAVIA_TYPES, type);

const KUBERNETES_KINDS = [...FAMILIES.mizar, ...FAMILIES.routing].flatMap(({ types, tenant }) =>
  types.slice(0, 1).map((type) => ({ type, tenant, word: type.kind.toLowerCase() })),
);

/** Functions that find objects of a type, one for every back end that has the type. */
function findsOf(type: string, on: string | undefined): Find[] {
  const finds: { [backend: string]: Find | undefined } = {
    avi: isAviType(type) ? inAvi(type) : undefined,
    octavia: type === "member" ? inPools : isOctaviaType(type) ? inOctavia(type) : undefined,
    kubernetes: KUBERNETES_KINDS.some(({ word }) => word === type) ? inCluster(type) : undefined,
  };
  const chosen = Object.entries(finds).flatMap(([backend, find]) => (find && (on === undefined || on === backend) ? [find] : []));
  if (chosen.length > 0) return chosen;
  const known = [...Object.keys(AVI_TYPES), ...Object.keys(OCTAVIA_TYPES), "member", ...KUBERNETES_KINDS.map(({ word }) => word)];
  const meant = nearest(type, known);
  throw new UsageError(
    `"${type}" is no type of ${on ?? "the sandbox"}: ${meant ? `write ${meant}, if that is meant` : `there are ${[...new Set(known)].sort().join(", ")}`}`,
  );
}

/** In every tenant. */
const inAvi =
  (type: AviType): Find =>
  async ({ env }) => {
    const api = apiFor(configSource("avi", undefined, env));
    const objects = await api.list(type, "page_size=100", "*", `list of ${type}`);
    return objects.map(({ name, ...rest }) => {
      const body = { ...rest, name };
      return { name, body, write: (edited) => api.replace(type, body.uuid, { ...edited, name }, { tenant: "*", cloud: "" }) };
    });
  };

/** Octavia takes the fields that change, and refuses the ones that no one may change. */
const inOctavia =
  (type: keyof typeof OCTAVIA_TYPES): Find =>
  async ({ env }) => {
    const { octavia } = connectOpenStack(configSource("octavia", undefined, env));
    const list = OCTAVIA_TYPES[type];
    return (await octavia.list(`/v2/lbaas/${list}`, list)).map((body) => ({
      name: String(body.name),
      body,
      write: (edited, fields) => octavia.put(`/v2/lbaas/${list}/${String(body.id)}`, { [type]: pick(edited, fields) }),
    }));
  };

const inPools: Find = async ({ env }) => {
  const { octavia } = connectOpenStack(configSource("octavia", undefined, env));
  const pools = await octavia.list("/v2/lbaas/pools", "pools");
  const lists = pools.map(async ({ id }) => {
    const path = `/v2/lbaas/pools/${String(id)}/members`;
    return (await octavia.list(path, "members")).map((body) => ({
      name: String(body.name),
      body,
      write: (edited: JsonObject, fields: readonly string[]) => octavia.put(`${path}/${String(body.id)}`, { member: pick(edited, fields) }),
    }));
  });
  return (await Promise.all(lists)).flat();
};

/** `namespace/name`; the name alone of what is in `default` or in no namespace. */
const inCluster =
  (word: string): Find =>
  async ({ kubernetes }) => {
    const tenant = kubernetes.tenants.find((one) => one !== "system");
    const client = connectCluster({ kubeconfig: kubernetes.kubeconfig, tenant });
    const kinds = KUBERNETES_KINDS.filter((kind) => kind.word === word);
    const lists = kinds.map(async ({ type, tenant: kept }) => {
      const where = tenant === undefined ? undefined : kept;
      const objects = (await client.serves(type, where)) ? await client.list(type, { tenant: where }) : [];
      return objects.map(({ metadata: { name, namespace }, ...object }) => ({
        name: namespace === undefined || namespace === "default" ? name : `${namespace}/${name}`,
        body: plain(object),
        write: (edited: JsonObject, fields: readonly string[]) =>
          client.mergePatch({ type, name, namespace, tenant: where }, pick(edited, fields)),
      }));
    });
    return (await Promise.all(lists)).flat();
  };

/** As it is sent: without fields that are undefined. */
const plain = (object: object): JsonObject => JSON.parse(JSON.stringify(object));

const pick = (object: JsonObject, fields: readonly string[]): { [field: string]: Json } =>
  Object.fromEntries(fields.flatMap((field): [string, Json][] => (object[field] === undefined ? [] : [[field, object[field]]])));
