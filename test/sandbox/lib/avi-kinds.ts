import { OBJECT_KINDS } from "../../../resources/avi";
import { AVI_TYPES, type AviType } from "../../../resources/avi/body";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { clearFaults, environment } from "./avi-world";
import { fieldsOf, withValue } from "./fields";
import { type Adapter, type Props, startHost } from "./host";
import { startProxy } from "./proxy";
import { type AviSample, prepareSamples, SAMPLES } from "./samples";
import type { ByHand, ConformanceTarget, KindUnderTest } from "./suite/target";

interface AviTarget extends ConformanceTarget {
  avi: AviSandbox;
}

/** An Avi controller in memory, with the provider process in front of it. */
export async function startAvi(adapter?: Adapter): Promise<AviTarget> {
  await prepareSamples();
  const avi = await startAviSandbox({ rateLimit: "off" });
  const proxy = await startProxy(avi.url);
  const host = await startHost({ env: { ...environment(avi), AVI_CONTROLLER: proxy.url }, adapter });
  return {
    avi,
    proxy,
    host,
    async reset() {
      avi.reset();
      await clearFaults(avi);
      const { uuid: _, ...profile } = avi.store.get("applicationprofile", "System-HTTP") ?? {};
      avi.store.put("applicationprofile", { ...profile, name: "System-HTTP2" });
    },
    settled: () => Promise.resolve(),
    sendsAgain: true,
    async stop() {
      host.stop();
      await proxy.close();
      await avi.close();
    },
  };
}

/** One API object of a resource. */
interface AviObject {
  /** Path of its body in the inputs: `poolGroups.1`. */
  path: string;
  type: AviType;
  name: string;
}

function objectsOf(sample: AviSample, inputs: Props): AviObject[] {
  const slots = OBJECT_KINDS.find(({ type }) => type === sample.kind)?.slots ?? [];
  return slots.flatMap(({ name: slot, type, many }) => {
    const bodies = (many ? (inputs[slot] ?? []) : [inputs[slot]]) as (Props | undefined)[];
    const held = bodies.filter((body) => body !== undefined);
    return held.map((body, i) => ({ path: many ? `${slot}.${i}` : slot, type, name: String(body.name) }));
  });
}

/** One object fewer where the kind has lists, and one field changed in the main object. */
function next(sample: AviSample, inputs: Props): Props {
  if (sample.kind === "avi:Pool") return withValue(inputs, "pool.servers.0.port", 9090);
  if (inputs.poolGroup) return withValue(inputs, "poolGroup.members.0.ratio", 7);
  if (sample.kind === "avi:SharedVS") return withValue(inputs, "virtualService.services.0.port", 8080);
  if (inputs.policySet) return withValue(inputs, "policySet.l4_connection_policy.rules.0.match.port.ports.0", 8080);
  if (sample.kind === "avi:Certificate") {
    const { caCertificate: _authority, certificate, ...rest } = inputs;
    const { ca_certs: _named, ...own } = certificate as Props;
    return { ...rest, certificate: own };
  }
  const poolGroups = inputs.poolGroups as Props[];
  if (sample.kind === "avi:PassthroughVS") {
    const { redirectPolicy: _policy, insecureVirtualService: _insecure, ...rest } = withValue(inputs, "poolGroups.0.members.0.ratio", 7);
    const script = rest.dataScriptSet as { pool_group_refs: string[] };
    const [first] = rest.poolGroups as Props[];
    return { ...rest, poolGroups: [first], dataScriptSet: { ...script, pool_group_refs: script.pool_group_refs.slice(0, 1) } };
  }
  if (sample.kind === "avi:GatewayVS") {
    const { dataScriptSet: _script, passthroughService: _through, ...rest } = withValue(inputs, "vsVip.dns_info.0.fqdn", "c.example.com");
    return { ...rest, poolGroups: poolGroups.slice(0, -1) };
  }
  const service = inputs.virtualService as { [key: string]: unknown[] };
  const key = sample.kind === "avi:L4VS" ? "service_pool_select" : "http_policies";
  return {
    ...inputs,
    poolGroups: poolGroups.slice(0, 1),
    ...(inputs.policies ? { policies: (inputs.policies as Props[]).slice(0, 1) } : {}),
    virtualService: { ...service, [key]: service[key]?.slice(0, 1) },
  };
}

/** A body with the rules of its policy by number: one that was written again is at the end of the list. */
function inOrder(body: Props): Props {
  const { http_request_policy: policy } = body as { http_request_policy?: { rules: { index: number }[] } };
  return policy ? { ...body, http_request_policy: { rules: policy.rules.toSorted((a, b) => a.index - b.index) } } : body;
}

/** Every field that somebody could change on the controller; references are left out, they would have to lead somewhere. */
function byHand({ avi }: AviTarget, sample: AviSample, inputs: Props): ByHand[] {
  const objects = objectsOf(sample, inputs);
  return fieldsOf(inputs).flatMap(({ path, value, other }) => {
    const object = objects.find((one) => path.startsWith(`${one.path}.`));
    if (!object || (typeof value === "string" && value.startsWith("/api/"))) return [];
    const below = path.slice(object.path.length + 1);
    const change = async () => {
      const held = inOrder(avi.store.get(object.type, object.name) as Props);
      avi.store.patch(object.type, object.name, withValue(held, below, other) as never);
    };
    return [{ what: path, change, shows: `${object.path}.${below.split(".")[0]}` }];
  });
}

/** Fields at the top of a body without which the controller has a default. */
function optional(sample: AviSample, inputs: Props): string[] {
  const objects = objectsOf(sample, inputs).map(({ path }) => path);
  const needed = ["name", "send_interval", "receive_timeout"];
  return fieldsOf(inputs)
    .map(({ path }) => path)
    .filter((path) => objects.includes(path.slice(0, path.lastIndexOf("."))) && !needed.includes(path.slice(path.lastIndexOf(".") + 1)));
}

function underTest(sample: AviSample): KindUnderTest<AviTarget> {
  const primary = OBJECT_KINDS.find(({ type }) => type === sample.kind)?.primary.name ?? "";
  return {
    kind: sample.kind,
    ...(sample.bundle ? { title: `${sample.kind} with pools` } : {}),
    async make(target) {
      await sample.prepare?.(target);
      return sample.inputs();
    },
    writes: { create: sample.objects, remove: sample.objects },
    secret: sample.secrets ?? 0,
    next: (inputs) => next(sample, inputs),
    objects: async ({ avi }, inputs) =>
      objectsOf(sample, inputs)
        .filter(({ type, name }) => avi.store.get(type, name) !== undefined)
        .map(({ type, name }) => `${type}/${name}`),
    marked: sample.objects,
    async mark({ avi }, inputs, mark, index) {
      for (const [i, { type, name }] of objectsOf(sample, inputs).entries()) {
        const { ownerField = "" } = AVI_TYPES[type];
        if (index === undefined || index === i) avi.store.patch(type, name, { [ownerField]: mark ?? "" });
      }
    },
    stranger: "ako-other",
    inPlace: (inputs) => fieldsOf(inputs),
    optional: (inputs) => optional(sample, inputs),
    replacing: () => [
      { path: `${primary}.name`, other: "c1--renamed", names: primary },
      { path: `${primary}.tenant_ref`, other: "/api/tenant?name=other", names: primary },
      ...(sample.kind === "avi:Certificate"
        ? []
        : [{ path: `${primary}.cloud_ref`, other: "/api/cloud?name=vcenter-cloud", names: primary }]),
    ],
    byHand: (target, inputs) => byHand(target, sample, inputs),
    takesAfterImport: sample.bundle,
    nowhere: "admin/no-such-object",
  };
}

export const AVI_KINDS: readonly KindUnderTest<AviTarget>[] = SAMPLES.map(underTest);

/** Each kind once, and the forms that the same kind has in other generations of AKO. */
export const FIRST_FORMS = AVI_KINDS.filter(({ kind }, index) => AVI_KINDS.findIndex((one) => one.kind === kind) === index);
export const OTHER_FORMS = AVI_KINDS.filter((form) => !FIRST_FORMS.includes(form));
