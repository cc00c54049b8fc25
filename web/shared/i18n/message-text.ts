import i18next from 'i18next';
import { instantInWords } from './days.ts';
import type messages from '../../../locales/en/messages.json';

const isKnown = (key: string): key is `messages.${keyof typeof messages}` => i18next.exists(key);

/** The text of a server's message key; undefined for an unknown key or one whose values are missing. */
export function messageText(key: string, values: Readonly<Record<string, string>> = {}): string | undefined {
  if (!isKnown(key)) return undefined;
  const { when, ...others } = values;
  const text = i18next.t(key, { ...others, ...(when && { when: instantInWords(when, i18next.language) }) });
  return text.includes('{{') ? undefined : text;
}
