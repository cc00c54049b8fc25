import { AnchorButton } from '@blueprintjs/core';
import { Unlink } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { useHref, useLinkClickHandler } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { useBrokenLinkCountQuery } from '#web/staff/operations.generated.ts';

/** The way to the broken links of all textbooks, and how many there are. */
export function BrokenLinksLink() {
  const { t } = useTranslation('link-health');
  const count = useBrokenLinkCountQuery({ variables: {} }).data?.brokenLinks.totalCount ?? 0;
  const to = paths.brokenLinks();
  const text = count === 0 ? t('title') : t('titleCount', { count });
  return (
    <AnchorButton icon={<Unlink />} text={text} href={useHref(to)} onClick={useLinkClickHandler<HTMLElement>(to)} />
  );
}
