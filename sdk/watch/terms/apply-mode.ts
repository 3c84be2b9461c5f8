/** Handling of changes of structure: by a person's `pulumi up`, at once, or not at all, as nothing is then written. */
export type ApplyMode = "members" | "all" | "none";
