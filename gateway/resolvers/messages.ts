import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Language, localeOf } from '#schema/languages.ts';

/** The words of a message key with its values; undefined for a key without words, or whose values are missing. */
type Say = (key: string, values: Readonly<Record<string, string>>) => string | undefined;

/** The messages of a language. */
export type ReadMessage = (language: Language) => Say;

const words = z.record(z.string(), z.string());

/** Reads the messages of `locales` below `root` when they are first asked for. */
export function createMessages(root: string): ReadMessage {
  const sayByLanguage = new Map<Language, Say>();
  return (language) => {
    const say = sayByLanguage.get(language) ?? sayIn(root, language);
    sayByLanguage.set(language, say);
    return say;
  };
}

function sayIn(root: string, language: Language): Say {
  const file = join(root, `locales/${language}/messages.json`);
  const messages = words.parse(JSON.parse(readFileSync(file, 'utf8')));
  return (key, values) => {
    const text = messages[key.replace(/^messages\./, '')];
    const whole = text?.replace(/\{\{(\w+)\}\}/g, (place, name: string) => {
      const value = values[name];
      return value === undefined ? place : name === 'when' ? instantInWords(value, language) : value;
    });
    return whole?.includes('{{') ? undefined : whole;
  };
}

/** `1 Apr 2026, 01:32 UTC`: the gateway does not know the caller's zone. */
function instantInWords(instant: string, language: Language): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return instant;
  const day = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  const time = { hour: '2-digit', minute: '2-digit', timeZone: 'UTC', timeZoneName: 'short' } as const;
  return new Intl.DateTimeFormat(localeOf(language), { ...day, ...time }).format(at);
}
