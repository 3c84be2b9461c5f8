// Kinds of Mizar with a connection that is cut at a call: the next run converges.
import { MIZAR_KINDS, startMizar } from "../lib/mizar-kinds";
import { crashes } from "../lib/suite";

crashes(startMizar, MIZAR_KINDS);
