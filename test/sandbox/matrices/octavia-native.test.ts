// Load balancers of Octavia over the native plugin.
import { OCTAVIA_KINDS } from "../lib/octavia-kinds";
import { startOctavia } from "../lib/octavia-world";
import { native } from "../lib/suite";

native((adapter: "native") => startOctavia({}, adapter), OCTAVIA_KINDS);
