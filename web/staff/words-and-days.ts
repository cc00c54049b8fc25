import { type Namespace, words } from '#web/shared/i18n/words.ts';
import { loadSettings } from '#web/staff/auth/load-settings.ts';

/** A loader for a screen that begins with the school's days: brings its words, and where the school is. */
export const wordsAndDays =
  (...namespaces: readonly Namespace[]) =>
  async (): Promise<null> => {
    await Promise.all([words(...namespaces)(), loadSettings()]);
    return null;
  };
