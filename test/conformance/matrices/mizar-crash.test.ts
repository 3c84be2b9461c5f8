import { MIZAR_KINDS, startMizar } from "../lib/mizar-kinds";
import { crashes } from "../lib/suite";

crashes(startMizar, MIZAR_KINDS);
