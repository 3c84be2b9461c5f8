import { OTHER_FORMS, startAvi } from "../conformance/lib/avi-kinds";
import { conformance, crashes } from "../conformance/lib/suite";

// Forms that kinds of Avi have in later generations of AKO; test/conformance has each kind once.
conformance(startAvi, OTHER_FORMS);
crashes(startAvi, OTHER_FORMS);
