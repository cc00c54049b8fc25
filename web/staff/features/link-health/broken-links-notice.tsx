import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { useBrokenLinkCountQuery } from '#web/staff/operations.generated.ts';
import './link-health.css';

/** Says that a textbook has broken links; nothing while it has none. */
export function BrokenLinksNotice({ textBookId }: { readonly textBookId: string }) {
  const { t } = useTranslation('link-health');
  const count = useBrokenLinkCountQuery({ variables: { textBookId } }).data?.brokenLinks.totalCount ?? 0;
  if (count === 0) return null;
  return (
    <p className="broken-links-notice">
      <span>{t('inBook', { count })}</span>
      <Link to={paths.brokenLinks({ textbook: textBookId })}>{t('show')}</Link>
    </p>
  );
}
