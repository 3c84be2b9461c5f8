import { gateway } from "../../sdk/frontends/gateway";
import { type KindReader, type RawObject, readObjects, type Spec, specsOf } from "../../sdk/specs";
import { configMapReader } from "../../sdk/specs/kinds/config-map";

/** Objects as a manifest has them. */
export const object = (kind: string, spec: unknown, apiVersion = "gateway.networking.k8s.io/v1", name = "x") => ({
  apiVersion,
  kind,
  metadata: { name, namespace: "a" },
  spec,
});

export const listener = (more: object = {}) => ({ name: "web", port: 80, protocol: "HTTP", ...more });
export const gatewayWith = (more: object = {}) => object("Gateway", { gatewayClassName: "c", listeners: [listener()], ...more });
export const listeners = (...list: object[]) => gatewayWith({ listeners: list });
export const backend = (more: object = {}) => ({ name: "app", port: 80, ...more });
export const httpRoute = (spec: object = {}) => object("HTTPRoute", spec);
export const httpRule = (rule: object) => httpRoute({ rules: [rule] });

/** Reads objects with the readers of the Gateway API alone. */
export function readGateway(values: readonly unknown[]) {
  const raws: RawObject[] = values.map((value) => ({ value }));
  return readObjects(raws, [], { kinds: [...gateway.kinds, configMapReader] });
}

/** The sound object of a kind. */
export function only<T extends Spec>(value: unknown, reader: KindReader<T>): T {
  const { objects, diagnostics } = readGateway([value]);
  const [spec] = specsOf(objects, reader);
  if (!spec) throw new Error(`faulty: ${JSON.stringify(diagnostics)}`);
  return spec;
}

/** `/pointer message` of every error. */
export const faultsOf = (value: unknown): string[] =>
  readGateway([value])
    .diagnostics.filter(({ severity }) => severity === "error")
    .map(({ pointer, message }) => `${pointer} ${message}`);
