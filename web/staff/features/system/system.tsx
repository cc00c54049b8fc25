import { Button } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { instantInWords } from '#web/shared/i18n/days.ts';
import { words } from '#web/shared/i18n/words.ts';
import { useTitle } from '#web/shared/title.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { AwaitedPanel, StaleNotice } from '#web/staff/ui/lists/list-states.tsx';
import { useSystemChecksQuery } from '#web/staff/operations.generated.ts';
import { FurtherSchools } from './further-schools.tsx';
import { SystemCheck, type Check } from './system-check.tsx';
import './system.css';

export const loader = words('system', 'lists');

/** The results of `npm run doctor` for the running service, for administrators. */
export function Component() {
  const { t, i18n } = useTranslation('system');
  useTitle(t('title'));
  const query = useSystemChecksQuery({
    notifyOnNetworkStatusChange: true,
    ...ownProblems,
  });
  const { data, error, loading } = query;
  const found = data?.systemChecks;
  const again = () => void query.refetch().catch(() => undefined);
  return (
    <>
      <header className="page-header">
        <h1>{t('title')}</h1>
        <Button text={loading ? t('checking') : t('again')} disabled={loading} onClick={again} />
      </header>
      <p className="system-lead">{t('lead')}</p>
      {found && error && !loading && <StaleNotice problem={problemOf(error)} onRetry={again} />}
      {found && (
        <>
          <p className="system-lead" role="status">
            <strong>{summary(found.checks)}</strong>{' '}
            {t('checkedAt', { when: instantInWords(found.checkedAt, i18n.language) })}
          </p>
          <Group title={t('needsAttention')} checks={found.checks.filter(({ state }) => state !== 'RIGHT')} />
          <Group title={t('inOrder')} checks={found.checks.filter(({ state }) => state === 'RIGHT')} />
        </>
      )}
      {!found && (
        <div className="panel">
          <AwaitedPanel query={query} />
        </div>
      )}
      <FurtherSchools />
    </>
  );

  function summary(checks: readonly Check[]): string {
    const count = (wanted: Check['state']) => checks.filter(({ state }) => state === wanted).length;
    const [wrong, warnings] = [count('WRONG'), count('WARNING')];
    const parts = [
      ...(wrong > 0 ? [t('wrongCount', { count: wrong })] : []),
      ...(warnings > 0 ? [t('warningCount', { count: warnings })] : []),
    ];
    return parts.length === 0 ? t('allRight') : `${parts.join(' · ')}`;
  }
}

// The worst results come first.
const rank = { WRONG: 0, WARNING: 1, RIGHT: 2 } as const;

function Group({ title, checks }: { readonly title: string; readonly checks: readonly Check[] }) {
  if (checks.length === 0) return null;
  const sorted = [...checks].sort((one, other) => rank[one.state] - rank[other.state]);
  return (
    <section className="panel system-group">
      <h2>{title}</h2>
      <ul>
        {sorted.map((check) => (
          <SystemCheck key={check.check} check={check} />
        ))}
      </ul>
    </section>
  );
}
