// Facts about the running plugin that all of its calls share.

/** Facts about a plugin that its calls share. */
export interface Plugin {
  /** Release of this package. */
  version: string;
  /** Address of the engine; empty until it is known. */
  engine: string;
  /** Configuration in the form of a stack, `avi:controller`. */
  config: { readonly [key: string]: string };
  /** Reference to the provider resource that this process is, `urn::id`; children of components use it, so that one process knows all of a run. */
  self: string;
}
