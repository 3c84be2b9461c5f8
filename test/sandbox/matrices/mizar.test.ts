// One lifecycle of each kind of Mizar, and its fields.
import { MIZAR_KINDS, startMizar } from "../lib/mizar-kinds";
import { conformance } from "../lib/suite";

conformance(startMizar, MIZAR_KINDS);
