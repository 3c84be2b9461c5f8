// Kinds of Avi over the native plugin.
import { FIRST_FORMS, startAvi } from "../lib/avi-kinds";
import { native } from "../lib/suite";

native(startAvi, FIRST_FORMS);
