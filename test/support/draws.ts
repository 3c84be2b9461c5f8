import fc from "fast-check";

// A change is judged by the same draws every time. The long tier draws others, and a failure prints its seed.
if (process.env.K8S_LB_TIER !== "full") fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 1 });
