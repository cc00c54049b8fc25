import { useTranslation } from 'react-i18next';
import { localeOf } from '#schema/languages.ts';
import { levels, type Level, type Steps } from './map-level.ts';

interface MapLegendProps {
  readonly steps: Steps;
  /** The levels that occur in the textbook; the legend explains only these. */
  readonly found: ReadonlySet<Level>;
}

/** The legend of the map's colours. Each tile also shows its meaning in words. */
export function MapLegend({ steps: { few, some }, found }: MapLegendProps) {
  const { t, i18n } = useTranslation('activity');
  const number = new Intl.NumberFormat(localeOf(i18n.language));
  const range = (from: number, to: number) =>
    from === to
      ? t('opensExactly', { count: to, shown: number.format(to) })
      : t('opensBetween', { from: number.format(from), to: number.format(to) });
  const words: Record<Level, string> = {
    never: t('never'),
    shut: t('codeClosed'),
    unused: t('unused'),
    few: range(1, few),
    some: range(few + 1, some),
    many: t('opensMore', { from: number.format(some + 1) }),
  };
  const present = levels.filter((level) => found.has(level));
  if (present.length === 0) return null;
  return (
    <ul className="map-legend" aria-label={t('legend')}>
      {present.map((level) => (
        <li key={level}>
          <span className={`map-colour map-${level}`} aria-hidden="true" />
          {words[level]}
        </li>
      ))}
    </ul>
  );
}
