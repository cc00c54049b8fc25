import { ApolloClient, InMemoryCache, type ApolloLink } from '@apollo/client';
import i18next from 'i18next';
import { createHttpLink } from '#web/shared/apollo/http-link.ts';
import { createPersistedLink } from '#web/shared/apollo/persisted-link.ts';
import { reloadOnce } from '#web/shared/reload-once.ts';
import { whenStaying } from '#web/staff/platform/staying.ts';
import { leaveWithoutAsking } from '#web/staff/platform/unsaved-work.ts';
import { persisted } from '#web/staff/persisted.generated.ts';
import { noCache } from './freshness.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';

// Forms keep their drafts, so the page can reload without a question.
function announce(): void {
  leaveWithoutAsking();
  showToast({ message: i18next.t('messages.appReloads'), severity: 'info', autoHideDuration: 5_000 });
}

/** Delays the refusal of an outdated page's operation: the page reloads, or the user stays and gets the refusal. */
const untilReload = async (result: ApolloLink.Result): Promise<ApolloLink.Result> => {
  if (reloadOnce(announce)) await whenStaying();
  return result;
};

export const persistedLink = createPersistedLink({ hashes: persisted, onOutdated: untilReload });

/** The client for signing in and renewing: it sends no token and caches nothing. */
export const tokenlessClient = new ApolloClient({
  link: persistedLink.concat(createHttpLink()),
  cache: new InMemoryCache(),
  defaultOptions: { mutate: noCache },
});
