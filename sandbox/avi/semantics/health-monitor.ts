import { text } from "../../shared/json";
import { AviError } from "../errors";
import type { SemanticRule } from "./index";

export const checkHealthMonitor: SemanticRule = (_state, body) => {
  if (Number(body.receive_timeout) > Number(body.send_interval)) {
    throw new AviError(400, `Receive timeout of Monitor ${text(body.name)} cannot be more than Send interval`);
  }
};
