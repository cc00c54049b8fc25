import { Button } from '@blueprintjs/core';
import { Flag } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { instantInWords } from '#web/shared/i18n/days.ts';
import type { QueuedPostFragment } from '#web/staff/operations.generated.ts';

interface PostReportsProps {
  readonly post: Pick<QueuedPostFragment, 'reports' | 'displayName'>;
  /** Closes the reports; the post stays. */
  readonly onKeep: () => void;
}

/** The open reports about a post. */
export function PostReports({ post, onKeep }: PostReportsProps) {
  const { t, i18n } = useTranslation('community');
  const { reports, displayName } = post;
  if (reports.length === 0) return null;
  return (
    <section className="post-reports" aria-label={t('reports')}>
      <h2>
        <Flag /> {t('reportCount', { count: reports.length })}
      </h2>
      <ul>
        {reports.map(({ id, reason, displayName: by, createdAt }) => (
          <li key={id}>
            {reason === '' ? t('noReason') : reason}
            <small>
              {by ?? t('somebody')} · {instantInWords(createdAt, i18n.language)}
            </small>
          </li>
        ))}
      </ul>
      <Button
        size="small"
        text={t('keep')}
        aria-label={t('actionOn', { action: t('keep'), name: displayName })}
        onClick={onKeep}
      />
    </section>
  );
}
