// Replays the cases to a real kube-apiserver and to the sandbox; both must answer alike. See README.md.
import { runSuite } from "../lib/replay/run.mjs";
import { suite } from "./suite.mjs";

process.exitCode = await runSuite(suite);
