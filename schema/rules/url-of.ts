/** Parses an address; undefined when invalid. `URL.canParse` came with Safari 17 and Chrome 120. */
export function urlOf(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
