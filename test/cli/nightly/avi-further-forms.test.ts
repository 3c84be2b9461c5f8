import { OTHER_FORMS, startAvi } from "../../sandbox/lib/avi-kinds";
import { conformance, crashes } from "../../sandbox/lib/suite";

// Forms that kinds of Avi have in later generations of AKO; test/sandbox has each kind once.
conformance(startAvi, OTHER_FORMS);
crashes(startAvi, OTHER_FORMS);
