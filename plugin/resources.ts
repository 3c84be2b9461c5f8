// The six operations of a resource, in the terms of the gRPC protocol. `provider/` runs the kind itself, as for dynamic resources.

import { type Detail, type DynamicProvider, KINDS, native } from "../provider";
import { withUrn } from "../resources/identity";
import { kindTypeOf, programMarkOf, withOwner, withoutOrigin } from "./origin";
import { opened, type Secrets, sealed } from "./secrets";
import { Empty, type Properties, pb, propertiesOf, Struct } from "./stubs";

type Request<M extends "Check" | "Diff" | "Create" | "Read" | "Update" | "Delete"> = InstanceType<(typeof pb)[`${M}Request`]>;
type Handled = Parameters<DynamicProvider["create"]>[0];

export class Resources {
  private readonly configured = new Set<string>();

  /** @param config the configuration in the form of a stack, read when a kind is first asked for */
  constructor(private readonly config: () => { readonly [key: string]: string }) {}

  async check(request: Request<"Check">) {
    const [urn, secrets] = [request.getUrn(), newSecrets()];
    const news = withUrn(urn, withOwner(urn, opened(propertiesOf(request.getNews()), secrets)));
    const { inputs, failures } = await this.of(urn).check(handled(opened(propertiesOf(request.getOlds()))), handled(news));
    return new pb.CheckResponse().setInputs(this.shown(urn, inputs, secrets)).setFailuresList(failures.map(checkFailure));
  }

  async diff(request: Request<"Diff">) {
    const urn = request.getUrn();
    const [olds, news] = [inputsOf(urn, request.getOlds()), inputsOf(urn, request.getNews())];
    const { changes, replaces, deleteBeforeReplace, details } = await this.of(urn).diff(request.getId(), olds, news);
    const { DIFF_SOME, DIFF_NONE } = pb.DiffResponse.DiffChanges;
    const response = new pb.DiffResponse().setReplacesList(replaces).setDeletebeforereplace(deleteBeforeReplace);
    if (!changes) return response.setChanges(DIFF_NONE);
    const places = details();
    for (const detail of places) response.getDetaileddiffMap().set(detail.path, new pb.PropertyDiff().setKind(kindOfDetail(detail)));
    const inputs = new Set(places.map(({ path }) => path.split(/[.[]/, 1)[0] ?? ""));
    return response
      .setChanges(DIFF_SOME)
      .setDiffsList([...inputs])
      .setHasdetaileddiff(places.length > 0);
  }

  /** A plugin that answers the handshake gets creates and updates in previews, too, whatever else it says: there nothing is written. */
  async create(request: Request<"Create">) {
    const [urn, secrets] = [request.getUrn(), newSecrets()];
    if (request.getPreview()) return new pb.CreateResponse().setId("").setProperties(request.getProperties());
    const { id, outs } = await this.of(urn).create(inputsOf(urn, request.getProperties(), secrets));
    return new pb.CreateResponse().setId(id).setProperties(this.shown(urn, outs, secrets));
  }

  /** The engine sends no properties at all for an import; a program that reads a resource by its id sends empty ones. */
  async read(request: Request<"Read">) {
    const [urn, secrets] = [request.getUrn(), newSecrets()];
    const state = inputsOf(urn, request.getProperties(), secrets);
    const importer = request.hasProperties() ? undefined : programMarkOf(urn);
    const { id, props = {}, inputs = {} } = await this.of(urn).read(request.getId(), state, importer);
    if (id === "") return new pb.ReadResponse().setId("");
    return new pb.ReadResponse()
      .setId(id)
      .setProperties(this.shown(urn, props, secrets))
      .setInputs(this.shown(urn, inputs, secrets));
  }

  async update(request: Request<"Update">) {
    const [urn, secrets] = [request.getUrn(), newSecrets()];
    if (request.getPreview()) return new pb.UpdateResponse().setProperties(request.getNews());
    const [olds, news] = [inputsOf(urn, request.getOlds(), secrets), inputsOf(urn, request.getNews(), secrets)];
    const { outs } = await this.of(urn).update(request.getId(), olds, news);
    return new pb.UpdateResponse().setProperties(this.shown(urn, outs, secrets));
  }

  async delete(request: Request<"Delete">) {
    const urn = request.getUrn();
    await this.of(urn).delete(request.getId(), inputsOf(urn, request.getProperties()));
    return new Empty();
  }

  /** Properties as the state has them. */
  shown(urn: string, properties: Properties, secrets: Secrets = newSecrets()) {
    const { fields = {} } = KINDS.get(kindTypeOf(urn)) ?? {};
    const plain = JSON.parse(JSON.stringify(withoutOrigin(properties))) as Properties;
    return Struct.fromJavaScript(sealed(plain, secrets, fields) as never);
  }

  /** The kind of a resource, configured when it is first asked for. */
  private of(urn: string): DynamicProvider {
    const kind = kindTypeOf(urn);
    const provider = native(kind);
    if (!this.configured.has(kind)) {
      this.configured.add(kind);
      const config = this.config();
      void provider.configure({ config: { get: (key) => config[key], rawConfig: config } });
    }
    return provider;
  }
}

/** One input that cannot be used, on the wire. */
export const checkFailure = ({ property, reason }: { property: string; reason: string }) =>
  new pb.CheckFailure().setProperty(property).setReason(reason);

const newSecrets = (): Secrets => new Map();

/** Properties of a message as the kind gets them: in clear, with the URN; notes in `secrets` what was secret. */
const inputsOf = (urn: string, struct: Parameters<typeof propertiesOf>[0], secrets?: Secrets): Handled =>
  handled(withUrn(urn, opened(propertiesOf(struct), secrets)));

/** Everything on the wire is JSON; its type does not tell. */
const handled = (properties: Properties): Handled => properties as Handled;

function kindOfDetail({ kind, replaces }: Detail) {
  const { ADD, DELETE, UPDATE, ADD_REPLACE, DELETE_REPLACE, UPDATE_REPLACE } = pb.PropertyDiff.Kind;
  const [plain, replacing] = { add: [ADD, ADD_REPLACE], delete: [DELETE, DELETE_REPLACE], update: [UPDATE, UPDATE_REPLACE] }[kind] as [
    number,
    number,
  ];
  return replaces ? replacing : plain;
}
