// Kinds of Avi with a connection that is cut at a call: the next run converges; other forms in test/cli/nightly/avi-further-forms.test.ts.
import { FIRST_FORMS, startAvi } from "../lib/avi-kinds";
import { crashes } from "../lib/suite";

crashes(startAvi, FIRST_FORMS);
