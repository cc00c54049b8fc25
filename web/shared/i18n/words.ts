import i18next from 'i18next';

/** The name of a locale file. */
export type Namespace =
  | 'one-roster'
  | 'account'
  | 'activity'
  | 'albums'
  | 'api-keys'
  | 'audit'
  | 'auth'
  | 'check'
  | 'classes'
  | 'community'
  | 'contents'
  | 'explorer'
  | 'forms'
  | 'lessons'
  | 'link-health'
  | 'lists'
  | 'posting'
  | 'present'
  | 'printed-codes'
  | 'privacy'
  | 'push-and-listen'
  | 'reports'
  | 'roster'
  | 'school-year'
  | 'schools'
  | 'sending'
  | 'shell'
  | 'sounds'
  | 'student'
  | 'system'
  | 'textbooks'
  | 'trash'
  | 'users'
  | 'webhooks';

/** A route loader that loads the screen's texts, so that no key is ever shown. */
export const words =
  (...namespaces: readonly Namespace[]) =>
  async (): Promise<null> => {
    await i18next.loadNamespaces(namespaces);
    return null;
  };
