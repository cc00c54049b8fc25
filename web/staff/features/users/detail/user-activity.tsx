import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { unmask, type Masked } from '#web/shared/apollo/masks.ts';
import { paths } from '#web/paths.ts';
import { instantInWords } from '#web/shared/i18n/days.ts';
import { auditWord } from '#web/staff/features/audit/audit-words.ts';
import type { ActivityLineFragment } from '#web/staff/operations.generated.ts';

interface UserActivityProps {
  readonly id: string;
  /** The newest changes of the account, and the newest actions of its user. */
  readonly about: readonly Masked<ActivityLineFragment>[];
  readonly by: readonly Masked<ActivityLineFragment>[];
}

/** The audit log of one user, for roles that can read it. */
export function UserActivity({ id, about, by }: UserActivityProps) {
  const { t } = useTranslation('users');
  return (
    <section className="panel" aria-label={t('activity')}>
      <h2>{t('activity')}</h2>
      <h3>{t('activityAbout')}</h3>
      <Lines lines={about} all={`${paths.audit}?thing=${id}`}>
        {({ actorName, action }) => `${auditWord('action', action)} · ${actorName}`}
      </Lines>
      <h3>{t('activityBy')}</h3>
      <Lines lines={by} all={`${paths.audit}?who=${id}`}>
        {({ entity, entityName, action }) =>
          [auditWord('entity', entity), entityName, auditWord('action', action)].filter(Boolean).join(' · ')
        }
      </Lines>
    </section>
  );
}

interface LinesProps {
  readonly lines: readonly Masked<ActivityLineFragment>[];
  /** The path of the audit log with all entries. */
  readonly all: string;
  readonly children: (line: ActivityLineFragment) => string;
}

function Lines({ lines, all, children }: LinesProps) {
  const { t, i18n } = useTranslation('users');
  if (lines.length === 0) return <p className="user-none">{t('noActivity')}</p>;
  return (
    <>
      <ul className="user-lines">
        {unmask<ActivityLineFragment>(lines).map((line) => (
          <li key={line.id}>
            {children(line)}
            <small>{instantInWords(line.createdAt, i18n.language)}</small>
          </li>
        ))}
      </ul>
      <Link to={all}>{t('allActivity')}</Link>
    </>
  );
}
