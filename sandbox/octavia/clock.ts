/** The time as the server writes it: whole seconds, UTC, no zone. */
export const timestamp = (): string => new Date().toISOString().slice(0, 19);
