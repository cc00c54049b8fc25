import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkToCopy } from '#web/staff/ui/controls/copy-button.tsx';
import { LastChange } from '#web/staff/ui/controls/last-change.tsx';

type Found = ComponentProps<typeof LastChange>['of'] & { readonly urlLink: string };

/** The last facts of a textbook and of a unit: the link for students, and the last change. */
export function LinkAndChange({ found }: { readonly found: Found }) {
  const { t } = useTranslation('textbooks');
  return (
    <>
      <dt>{t('urlLink')}</dt>
      <dd className="textbook-link">
        <LinkToCopy url={found.urlLink} label={t('copyUrlLink')} />
      </dd>
      <dt>{t('lastChange')}</dt>
      <dd>
        <LastChange of={found} />
      </dd>
    </>
  );
}
