// `watch --apply`: `members` leaves changes of structure to a person's `pulumi up`, `all` runs them at once, `none` writes nothing.

/** Handling of changes of structure: by a person's `pulumi up`, at once, or not at all, as nothing is then written. */
export type ApplyMode = "members" | "all" | "none";
