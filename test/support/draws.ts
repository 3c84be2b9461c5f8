import fc from "fast-check";
import { byTier } from "./tier";

// A change is judged by the same draws every time. The tier `release` draws others, and a failure prints its seed.
if (byTier({ pr: true, nightly: true, release: false })) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 1 });
