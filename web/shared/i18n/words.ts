import i18next from 'i18next';

/** A file of words. */
export type Namespace =
  | 'activity'
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
  | 'lists'
  | 'posting'
  | 'privacy'
  | 'push-and-listen'
  | 'reports'
  | 'sending'
  | 'shell'
  | 'sounds'
  | 'student'
  | 'system'
  | 'textbooks'
  | 'trash'
  | 'users';

/** A route's loader that brings the words of its screen, so that no key is ever seen. */
export const words =
  (...namespaces: readonly Namespace[]) =>
  async (): Promise<null> => {
    await i18next.loadNamespaces(namespaces);
    return null;
  };
