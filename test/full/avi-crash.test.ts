import { OTHER_FORMS, startAvi } from "../conformance/lib/avi-kinds";
import { crashes } from "../conformance/lib/suite";

crashes(startAvi, OTHER_FORMS);
