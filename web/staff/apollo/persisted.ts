import i18next from 'i18next';
import { createPersistedLink } from '#web/shared/apollo/persisted-link.ts';
import { reloadOnce } from '#web/shared/reload-once.ts';
import { leaveWithoutAsking } from '#web/staff/forms/unsaved.ts';
import { persisted } from '#web/staff/persisted.generated.ts';
import { showToast } from '#web/staff/toasts/toast-store.ts';

// Forms keep their drafts, so the page may go without asking.
function announce(): void {
  leaveWithoutAsking();
  showToast({ message: i18next.t('messages.appReloads'), severity: 'info', autoHideDuration: 5_000 });
}

export const persistedLink = createPersistedLink({ hashes: persisted, onOutdated: () => reloadOnce(announce) });
