import { asArray, asObject, isObject, type JsonObject, text } from "../../shared/json";
import type { Cluster } from "../cluster";
import { isEnding, mapOf, metaOf, uidOf } from "../resources/meta";
import { type CustomPart, type Resource, type Scope, STANDARD_VERBS } from "../resources/resource";
import { SYSTEM_TENANT } from "../resources/tenants";
import type { Schema } from "../schema/schema";
import { DEFINITIONS } from "./definitions";

/** Arktos: one definition in the tenant `system` serves all tenants. */
const SHARING = "arktos.futurewei.com/crd-sharing-policy";

/** Makes the kinds of the stored CustomResourceDefinitions known to the registry. */
export class CustomKinds {
  constructor(private readonly cluster: Cluster) {}

  /** To be called whenever a definition has changed. */
  refresh(): void {
    const definitions = this.cluster.store.list(DEFINITIONS).map(([, definition]) => definition);
    this.cluster.registry.setCustom(definitions.filter(isEstablished).flatMap((definition) => this.resourcesOf(definition)));
  }

  /** One resource per version that is served. */
  resourcesOf(definition: JsonObject): Resource[] {
    const { versions } = asObject(definition.spec);
    return asArray(versions)
      .filter(isObject)
      .filter((version) => version.served === true)
      .map((version) => this.resource(definition, version));
  }

  private resource(definition: JsonObject, version: JsonObject): Resource {
    const spec = asObject(definition.spec);
    const names = asObject(asObject(definition.status).acceptedNames);
    const { status, scale } = asObject(version.subresources);
    const subresources = [...(isObject(scale) ? ["scale"] : []), ...(isObject(status) ? ["status"] : [])];
    return {
      group: text(spec.group),
      version: text(version.name),
      plural: text(names.plural),
      singular: text(names.singular),
      kind: text(names.kind),
      listKind: text(names.listKind),
      scope: text(spec.scope) as Scope,
      shortNames: asArray(names.shortNames).map(text),
      categories: asArray(names.categories).map(text),
      subresources,
      verbs: STANDARD_VERBS,
      schema: asObject(asObject(version.schema).openAPIV3Schema) as Schema,
      custom: { definitionUid: uidOf(definition), ...columnsOf(version), ...this.tenantOf(definition), ...scaleOf(scale) },
      generation: true,
      unconditionalUpdate: false,
      createOnUpdate: false,
      returnsDeleted: false,
    };
  }

  private tenantOf(definition: JsonObject): Pick<CustomPart, "tenant"> {
    if (!this.cluster.arktos) return {};
    const tenant = text(metaOf(definition).tenant);
    return tenant === SYSTEM_TENANT && mapOf(definition, "labels")[SHARING] === "forced" ? {} : { tenant };
  }
}

const isEstablished = (definition: JsonObject): boolean =>
  !isEnding(definition) &&
  asArray(asObject(definition.status).conditions).some((each) => isObject(each) && each.type === "Established" && each.status === "True");

function columnsOf(version: JsonObject): Pick<CustomPart, "columns" | "selectableFields"> {
  return {
    columns: asArray(version.additionalPrinterColumns).filter(isObject) as unknown as CustomPart["columns"],
    selectableFields: asArray(version.selectableFields).map((field) => text(asObject(field).jsonPath).replace(/^\./, "")),
  };
}

function scaleOf(scale: unknown): Pick<CustomPart, "scale"> {
  return isObject(scale) ? { scale: scale as unknown as NonNullable<CustomPart["scale"]> } : {};
}
