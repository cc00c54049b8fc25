import { WarningSign } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { unmask, type Masked } from '#web/shared/apollo/masks.ts';
import { paths } from '#web/paths.ts';
import { dayInWords } from '#web/shared/i18n/days.ts';
import { localeOf } from '#schema/languages.ts';
import { typeIcons } from '#web/staff/features/contents/content-type-icon.tsx';
import { typeWords } from '#web/staff/features/contents/content-types.ts';
import type { MapTileFragment } from '#web/staff/operations.generated.ts';
import { lengthInWords } from '#web/staff/features/reports/report-words.ts';
import { levelOf, type Steps } from './map-level.ts';

interface MapTileProps {
  readonly page: Masked<MapTileFragment>;
  readonly steps: Steps;
}

/** One page of the textbook as a link. Its colour and its text say how often the page is opened. */
export function MapTile({ page: masked, steps }: MapTileProps) {
  const { t } = useTranslation('activity');
  const { t: lesson } = useTranslation('lessons');
  const page = unmask<MapTileFragment>(masked);
  const { content } = page;
  const level = levelOf(page, steps);
  return (
    <li>
      <Link className={`map-tile map-${level}`} to={paths.contentDetail(content.id)}>
        <span className="map-page">{t('pageShort', { page: content.pageNumber })}</span>
        <span className="map-type">
          {typeIcons[content.type]} {lesson(typeWords[content.type])}
        </span>
        <b className="map-name">{content.name}</b>
        <MapUse page={page} />
        {!page.codeOpens && <span className="map-closed">{t(page.published ? 'codeClosed' : 'pageIsDraft')}</span>}
      </Link>
    </li>
  );
}

function MapUse({ page: { neverOpened, views, duration, lastOpenedOn } }: { readonly page: MapTileFragment }) {
  const { t, i18n } = useTranslation('activity');
  const { t: report } = useTranslation('reports');
  const number = new Intl.NumberFormat(localeOf(i18n.language));
  if (neverOpened) {
    return (
      <span className="map-use map-alarm">
        <WarningSign size={13} /> {t('never')}
      </span>
    );
  }
  if (!lastOpenedOn) return null;
  return (
    <span className="map-use">
      {views === 0 ? t('unused') : t('opens', { count: views, shown: number.format(views) })}
      {views > 0 && <span className="map-time">{lengthInWords(duration, report)}</span>}
      <small>{t('lastOpened', { day: dayInWords(lastOpenedOn, i18n.language) })}</small>
    </span>
  );
}
