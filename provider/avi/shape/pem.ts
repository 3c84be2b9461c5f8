/** True for PEM text. */
export function isPem(text: string): boolean {
  return text.includes("-----BEGIN ");
}

/** The content of PEM text: line breaks and blanks do not matter, the order of blocks does. */
export function pemContent(text: string): string {
  return text.replace(/\s+/g, "");
}
