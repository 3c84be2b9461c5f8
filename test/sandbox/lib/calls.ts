import * as pb from "@pulumi/pulumi/proto/provider_pb";
import { propsIn, struct } from "./protobuf";
import { CallFailed, type Host, type Props } from "./protocol";
import type { ProviderProcess, Unary } from "./provider-process";

/** The form in which one sort of provider gets the properties of a resource, and gives them back. */
export interface Wire {
  /** Properties as the engine sends them. */
  sent(props: Props): Props;
  /** Properties as the tests have them. `like` are those of the call. */
  received(answer: Props, like: Props): Props;
  /** The URN of a resource with these properties; empty where the engine sends none. */
  urn(props: Props): string;
}

/** The calls of the engine on a process. */
export function hostOver(provider: ProviderProcess, wire: Wire): Host {
  const { client } = provider;
  const send = (props: Props) => struct(wire.sent(props));
  /** State after a failure, in the form of an answer. */
  async function call<Request, Response>(method: Unary<Request, Response>, request: Request, like: Props): Promise<Response> {
    try {
      return await provider.call(method, request);
    } catch (error) {
      if (!(error instanceof CallFailed) || !error.partial) throw error;
      throw new CallFailed(error.message, error.code, {
        ...error.partial,
        properties: wire.received(error.partial.properties, like),
      });
    }
  }

  return {
    async check(olds, news) {
      const request = new pb.CheckRequest().setUrn(wire.urn(news)).setOlds(send(olds)).setNews(send(news));
      const response = await call(client.check as Unary<pb.CheckRequest, pb.CheckResponse>, request, news);
      const failures = response.getFailuresList().map((f) => ({ property: f.getProperty(), reason: f.getReason() }));
      return { inputs: wire.received(propsIn(response.getInputs()), news), failures };
    },
    async diff(id, olds, news) {
      const request = new pb.DiffRequest().setUrn(wire.urn(news)).setId(id).setOlds(send(olds)).setNews(send(news));
      const response = await call(client.diff as Unary<pb.DiffRequest, pb.DiffResponse>, request, news);
      const { DIFF_SOME, DIFF_NONE } = pb.DiffResponse.DiffChanges;
      const answer = response.getChanges();
      assertDetails(response);
      return {
        changes: answer === DIFF_SOME ? true : answer === DIFF_NONE ? false : undefined,
        replaces: response.getReplacesList(),
        deleteBeforeReplace: response.getDeletebeforereplace(),
      };
    },
    async create(news, preview = false) {
      const request = new pb.CreateRequest().setUrn(wire.urn(news)).setProperties(send(news)).setPreview(preview);
      const response = await call(client.create as Unary<pb.CreateRequest, pb.CreateResponse>, request, news);
      return { id: response.getId(), outs: wire.received(propsIn(response.getProperties()), news) };
    },
    async read(id, last) {
      const request = new pb.ReadRequest().setUrn(wire.urn(last)).setId(id).setProperties(send(last));
      const response = await call(client.read as Unary<pb.ReadRequest, pb.ReadResponse>, request, last);
      const [outs, inputs] = [response.getProperties(), response.getInputs()].map((one) => wire.received(propsIn(one), last));
      return { id: response.getId(), outs: outs ?? {}, inputs: inputs ?? {} };
    },
    async update(id, olds, news, preview = false) {
      const request = new pb.UpdateRequest().setUrn(wire.urn(news)).setId(id).setOlds(send(olds)).setNews(send(news)).setPreview(preview);
      const response = await call(client.update as Unary<pb.UpdateRequest, pb.UpdateResponse>, request, news);
      return wire.received(propsIn(response.getProperties()), news);
    },
    async delete(id, last) {
      const request = new pb.DeleteRequest().setUrn(wire.urn(last)).setId(id).setProperties(send(last));
      await call(client.delete as Unary<pb.DeleteRequest, unknown>, request, last);
    },
    output: () => provider.output(),
    stop: () => provider.stop(),
  };
}

/** The engine takes the places of a detailed diff in place of the lists: both must say the same. */
function assertDetails(response: pb.DiffResponse): void {
  if (!response.getHasdetaileddiff()) return;
  const { ADD_REPLACE, DELETE_REPLACE, UPDATE_REPLACE } = pb.PropertyDiff.Kind;
  const details = response.getDetaileddiffMap().toArray() as unknown as [string, unknown][];
  const replacing: number[] = [ADD_REPLACE, DELETE_REPLACE, UPDATE_REPLACE];
  const replaced = details.filter(([path]) => replacing.includes(response.getDetaileddiffMap().get(path)?.getKind() ?? -1));
  const inputs = new Set(replaced.map(([path]) => path.split(/[.[]/, 1)[0]));
  const listed = response.getReplacesList().filter((name) => !name.startsWith("__"));
  const odd = listed.length !== inputs.size || listed.some((name) => !inputs.has(name));
  if (odd) throw new Error(`a detailed diff replaces ${[...inputs]}, the list says ${listed}`);
}
