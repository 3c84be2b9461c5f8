// Converts errors of handlers into errors of the protocol.

import { Any, grpc, type Properties, pb, type ServiceError, Status, type StatusObject, Struct } from "./stubs";

/** An object that exists after a failure, as `provider/` reports it. */
interface HalfMade {
  id: string;
  properties: Properties;
  reasons: readonly string[];
}

const isHalfMade = (thrown: unknown): thrown is HalfMade & Error =>
  thrown instanceof Error &&
  typeof (thrown as { id?: unknown }).id === "string" &&
  Array.isArray((thrown as { reasons?: unknown }).reasons);

/**
 * The answer to the engine for a thrown value. An object that was half made goes into the state.
 *
 * @param shown properties as the state has them
 */
export function wireError(thrown: unknown, shown: (properties: Properties) => Properties): Partial<StatusObject> {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (!isHalfMade(thrown)) return { code: codeOf(thrown), details: message };
  const detail = new pb.ErrorResourceInitFailed();
  detail.setId(thrown.id);
  detail.setProperties(Struct.fromJavaScript(shown(thrown.properties) as never));
  detail.setReasonsList([...thrown.reasons]);
  const packed = new Any();
  packed.pack(detail.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const status = new Status();
  status.setCode(grpc.status.UNKNOWN);
  status.setMessage(message);
  status.addDetails(packed);
  const metadata = new grpc.Metadata();
  metadata.add("grpc-status-details-bin", Buffer.from(status.serializeBinary()));
  return { code: grpc.status.UNKNOWN, details: message, metadata };
}

function codeOf(thrown: unknown): number {
  const { code }: { code?: unknown } = (thrown ?? {}) as Partial<ServiceError>;
  return typeof code === "number" ? code : grpc.status.UNKNOWN;
}
