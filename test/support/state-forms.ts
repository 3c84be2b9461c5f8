import { DYNAMIC, NATIVE } from "../../resources/resource-type";

/** Both forms that a resource has in a state and in events of the engine: name of the form, type before that of the kind. */
export const STATE_FORMS = [
  ["dynamic", DYNAMIC],
  ["native", NATIVE],
] as const;
