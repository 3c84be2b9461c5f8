// Nonces on objects of Avi, which tell two runs of the same name apart.

import type { AviBody } from "../../../resources/avi/body";
import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import type { AviObject } from "./answers";

/**
 * The key of the marker that holds a nonce. Every type has markers, from 20.1.5 on; earlier releases drop them, and there the owner mark
 * alone decides.
 *
 * @unverified avi/markers-kept
 */
const MARKER = "pulumi-k8s-lb-nonce";

/**
 * The nonces on the objects of one controller, kept out of sight: what is read comes without its marker, so that nothing compares, shows or
 * imports it, and what is written again gets it back.
 */
export class Nonces {
  private readonly byUuid = new Map<string, string>();

  /** The object without its marker. */
  taken(object: AviObject): AviObject {
    const all = markersOf(object);
    const marker = all.find(isNonce);
    const [nonce] = Array.isArray(marker?.values) ? marker.values : [];
    if (!marker || typeof nonce !== "string") {
      this.byUuid.delete(object.uuid);
      return object;
    }
    this.byUuid.set(object.uuid, nonce);
    const { markers: _, ...rest } = object;
    const others = all.filter((one) => !isNonce(one));
    return { ...rest, uuid: object.uuid, name: object.name, ...(others.length > 0 ? { markers: others } : {}) };
  }

  /** The nonce on an object, as last read. */
  of(uuid: string): string | undefined {
    return this.byUuid.get(uuid);
  }

  /** A body with a nonce, where there is one. */
  given(body: AviBody, nonce: string | undefined): AviBody {
    if (!nonce) return body;
    return { ...body, markers: [...markersOf(body).filter((one) => !isNonce(one)), { key: MARKER, values: [nonce] }] };
  }
}

const markersOf = ({ markers }: JsonObject): JsonObject[] => (Array.isArray(markers) ? markers.filter(isObject) : []);

const isNonce = ({ key }: JsonObject): boolean => key === MARKER;
