import { OCTAVIA_KINDS, startOctavia } from "./lib/octavia-kinds";
import { crashes } from "./lib/suite";

crashes(startOctavia, OCTAVIA_KINDS);
