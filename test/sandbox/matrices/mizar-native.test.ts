// Kinds of Mizar over the native plugin.
import { MIZAR_KINDS, startMizar } from "../lib/mizar-kinds";
import { native } from "../lib/suite";

native(startMizar, MIZAR_KINDS);
