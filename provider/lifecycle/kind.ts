export type { Bag, CheckFailure, ConfigSource, Context, Difference, ReadResult as Live, ResourceHandler as Kind } from "./handler";
