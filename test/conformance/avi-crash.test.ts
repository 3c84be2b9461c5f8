import { AVI_KINDS, startAvi } from "./lib/avi-kinds";
import { crashes } from "./lib/suite";

crashes(startAvi, AVI_KINDS);
