import { persistedOperations } from '#gateway/manifest.generated.ts';

const texts: ReadonlyMap<string, string> = new Map(persistedOperations.map(({ hash, text }) => [hash, text]));

/** The text of one of the web app's own operations; undefined for a hash that the build did not make. */
export function persistedText(hash: string): string | undefined {
  return texts.get(hash);
}

const own: ReadonlySet<string> = new Set(texts.values());

/** Whether a text is one of the web app's own operations, letter for letter. */
export const isPersisted = (text: string): boolean => own.has(text);

/** What the web app calls its operations. */
export const persistedNames: ReadonlySet<string> = new Set(persistedOperations.map(({ name }) => name));
