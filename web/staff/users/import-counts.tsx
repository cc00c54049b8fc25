import { useTranslation } from 'react-i18next';
import { localeOf } from '#web/shared/i18n/languages.ts';

interface Count {
  readonly title: string;
  readonly count: number;
  readonly tone?: 'good' | 'bad' | undefined;
}

/** Numbers of people, each under its word. */
export function ImportCounts({ counts }: { readonly counts: readonly Count[] }) {
  const { i18n } = useTranslation();
  const format = new Intl.NumberFormat(localeOf(i18n.language));
  return (
    <dl className="import-counts">
      {counts.map(({ title, count, tone }) => (
        <div key={title} data-tone={tone}>
          <dt>{title}</dt>
          <dd>{format.format(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
