import { FIRST_FORMS, startAvi } from "../lib/avi-kinds";
import { conformance } from "../lib/suite";

conformance(startAvi, FIRST_FORMS);
