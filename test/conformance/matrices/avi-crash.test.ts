import { FIRST_FORMS, startAvi } from "../lib/avi-kinds";
import { crashes } from "../lib/suite";

// The other forms follow in test/real/avi-further-forms.test.ts.
crashes(startAvi, FIRST_FORMS);
