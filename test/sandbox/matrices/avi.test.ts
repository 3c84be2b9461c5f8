// One lifecycle of each kind of Avi, and its fields.
import { FIRST_FORMS, startAvi } from "../lib/avi-kinds";
import { conformance } from "../lib/suite";

conformance(startAvi, FIRST_FORMS);
