import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkToCopy } from '#web/staff/controls/link-to-copy.tsx';
import { LastChange } from '#web/staff/controls/last-change.tsx';

type Found = ComponentProps<typeof LastChange>['of'] & { readonly urlLink: string };

/** How the facts of a book and of a unit end: the address students open it by, and who changed it last. */
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
