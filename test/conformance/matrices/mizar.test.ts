import { MIZAR_KINDS, startMizar } from "../lib/mizar-kinds";
import { conformance } from "../lib/suite";

conformance(startMizar, MIZAR_KINDS);
