import { AnchorButton } from '@blueprintjs/core';
import { Calendar } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { useHref, useLinkClickHandler } from 'react-router-dom';
import { roleAllowed, staffTools } from '#schema/access.ts';
import { paths } from '#web/paths.ts';
import { useLoginInfo } from '#web/staff/platform/session/login-info.ts';

/** A link to next year's classes, for roles that can create them. */
export function NextYearLink() {
  const { t } = useTranslation('classes');
  const role = useLoginInfo()?.role;
  const to = paths.nextYear();
  const link = { href: useHref(to), onClick: useLinkClickHandler<HTMLElement>(to) };
  if (role === undefined || !roleAllowed(role, staffTools.schools)) return null;
  return <AnchorButton icon={<Calendar />} text={t('nextYear')} {...link} />;
}
