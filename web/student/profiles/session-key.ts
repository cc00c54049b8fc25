/** A random UUID; `crypto.randomUUID` is missing where a school serves plain http on its own network. */
export function randomUuid(
  source: Partial<Pick<Crypto, 'randomUUID'>> & Pick<Crypto, 'getRandomValues'> = crypto,
): string {
  if (source.randomUUID) return source.randomUUID();
  const bytes = source.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Starts a new stretch of use by one child in this tab (section 3, session storage). */
export function renewSessionKey(session: () => Storage): void {
  try {
    session().setItem('sessionKey', randomUuid());
  } catch {
    // Without storage there is nothing to count by, and nothing to tell a child.
  }
}

/** The key of this stretch of use; one is made where no profile has begun any. Undefined where storage refuses. */
export function sessionKeyOf(session: () => Storage): string | undefined {
  try {
    if (session().getItem('sessionKey') === null) renewSessionKey(session);
    return session().getItem('sessionKey') ?? undefined;
  } catch {
    return undefined;
  }
}
