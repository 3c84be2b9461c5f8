import * as pb from "@pulumi/pulumi/proto/provider_pb";
import { KINDS } from "../../../provider/index";
import { type FieldTable, factAt } from "../../../resources/field-table";
import { IDENTITY, identityIn, identityText } from "../../../resources/identity";
import { DYNAMIC, NATIVE } from "../../../resources/resource-type";
import type { Wire } from "./calls";
import { propsIn, struct } from "./protobuf";
import type { Props } from "./protocol";
import type { ProviderProcess, Unary } from "./provider-process";

const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";

/** Name of a resource that the test gives none: a run of its own, as a dynamic resource without a URN is (alone.cjs). */
const ALONE = "alone";

/** Shakes hands and configures, as the engine does before the first resource. A configuration that is refused is an error. */
export async function introduce({ client, call }: ProviderProcess, engine: string, config: Props): Promise<void> {
  const urn = "urn:pulumi:test::conformance::pulumi:providers:k8s-lb::default";
  const handshake = new pb.ProviderHandshakeRequest().setEngineAddress(engine).setConfigureWithUrn(true);
  const { handshake: shake } = client as unknown as { handshake: Unary<unknown, pb.ProviderHandshakeResponse> };
  const answer = await call(shake, handshake);
  if (!answer.getAcceptSecrets()) throw new Error("the plugin takes no secrets");
  const check = new pb.CheckRequest().setUrn(urn).setNews(struct(config));
  const checked = await call(client.checkConfig as Unary<pb.CheckRequest, pb.CheckResponse>, check);
  const [failure] = checked.getFailuresList();
  if (failure) throw new Error(`${failure.getProperty()}: ${failure.getReason()}`);
  const configure = new pb.ConfigureRequest().setUrn(urn).setId("1").setAcceptsecrets(true).setArgs(checked.getInputs());
  await call(client.configure as Unary<pb.ConfigureRequest, unknown>, configure);
}

/** Resources of the plugin on the wire: a URN with each call, secret leaves in envelopes, and no code in the properties. */
export const NATIVE_WIRE: Wire = {
  urn(props) {
    const { urn } = identityIn(props);
    if (urn.includes(DYNAMIC)) return urn.replace(DYNAMIC, NATIVE);
    return `urn:pulumi:test::conformance::${NATIVE}${kindIn(props)}::${urn === "" ? ALONE : urn.replaceAll(":", "-")}`;
  },
  sent(props) {
    const { __provider, [IDENTITY]: _, ...rest } = props;
    const { specs } = identityIn(props);
    const hidden = specs === undefined ? {} : { [IDENTITY]: identityText("", specs) };
    return { ...(enveloped(rest, [], fieldsOf(props)) as Props), ...hidden };
  },
  received(answer, like) {
    if (Object.keys(answer).length === 0) return { __provider: like.__provider };
    const plain = opened(answer) as Props;
    const expected = enveloped(plain, [], fieldsOf(like));
    const [one, other] = [JSON.stringify(propsIn(struct(expected as Props))), JSON.stringify(answer)];
    if (one !== other) throw new Error(`the secrets of an answer are not those of the fields:\n${other}\n${one}`);
    const { urn } = identityIn(like);
    const { specs } = identityIn(plain);
    return { ...plain, ...(urn === "" ? {} : { [IDENTITY]: identityText(urn, specs) }), __provider: like.__provider };
  },
};

const kindIn = (props: Props): string => /v1\("([^"]+)"\)/.exec(String(props.__provider))?.[1] ?? "";

const fieldsOf = (props: Props): FieldTable => KINDS.get(kindIn(props))?.fields ?? {};

/** Secret leaves in envelopes, as a program with `pulumi.secret` around each of them sends them. */
function enveloped(value: unknown, path: readonly string[], fields: FieldTable): unknown {
  if (Array.isArray(value)) return value.map((one) => enveloped(one, path, fields));
  if (typeof value === "object" && value !== null && factAt(fields, path, "secret") !== true)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, enveloped(one, [...path, name], fields)]));
  const isSecret = factAt(fields, path, "secret") === true && value !== "" && value !== null && value !== undefined;
  return isSecret ? { [SIGNATURE]: SECRET, value } : value;
}

function opened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(opened);
  if (typeof value !== "object" || value === null) return value;
  if ((value as Props)[SIGNATURE] === SECRET) return (value as Props).value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, opened(one)]));
}
