// The objects of a controller that an edit by hand may change, and how it writes them.

import { AVI_TYPES, isAviType } from "../../resources/avi/body";
import type { EditableObjects } from "../lifecycle/editable-objects";
import { apiFor } from "./client/api";

/** Objects of every tenant. */
export const EDITABLE_OBJECTS: EditableObjects = {
  types: Object.keys(AVI_TYPES),
  async objects(config, type) {
    if (!isAviType(type)) return [];
    const api = apiFor(config);
    const objects = await api.list(type, "page_size=100", "*", `list of ${type}`);
    return objects.map(({ name, ...rest }) => {
      const body = { ...rest, name };
      return { name, body, write: (edited) => api.replace(type, body.uuid, { ...edited, name }, { tenant: "*", cloud: "" }) };
    });
  },
};
