import i18next from 'i18next';
import type messages from '../../../locales/en/messages.json';

const isKnown = (key: string): key is `messages.${keyof typeof messages}` => i18next.exists(key);

/** The words for a message key the server sent; undefined for an unknown key or one that misses its values. */
export function messageText(key: string): string | undefined {
  if (!isKnown(key)) return undefined;
  const text = i18next.t(key);
  return text.includes('{{') ? undefined : text;
}
