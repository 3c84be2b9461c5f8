/** All values of a cookie in the order sent: real clients send stale ones first and fresh ones last under the same name. */
export function cookieValues(header: string | undefined, name: string): string[] {
  const values: string[] = [];
  for (const part of (header ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) {
      values.push(
        part
          .slice(at + 1)
          .trim()
          .replace(/^"|"$/g, ""),
      );
    }
  }
  return values;
}

const DAY = 86_400;

/** The two names of the session cookie: older clients only know `sessionid`. */
export function sessionCookies(id: string, secure: boolean): string[] {
  const attributes = `HttpOnly; Max-Age=${DAY}; Path=/${secure ? "; Secure" : ""}`;
  return [`avi-sessionid=${id}; ${attributes}`, `sessionid=${id}; ${attributes}`];
}

export function csrfCookie(token: string, secure: boolean): string {
  return `csrftoken=${token}; Max-Age=31449600; Path=/${secure ? "; Secure" : ""}`;
}
