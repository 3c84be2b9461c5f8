import { AVI_KINDS, startAvi } from "./lib/avi-kinds";
import { conformance } from "./lib/suite";

conformance(startAvi, AVI_KINDS);
