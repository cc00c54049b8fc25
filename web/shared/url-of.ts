/** What an address says, or nothing where it is none. `URL.canParse` came with Safari 17 and Chrome 120. */
export function urlOf(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
