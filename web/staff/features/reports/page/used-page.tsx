import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { trackedPageWord } from '#schema/rules/tracked-page-words.ts';
import { paths } from '#web/paths.ts';
import { unitTitle } from '#web/staff/features/curriculum/breadcrumbs.tsx';
import type { UsageLineFragment } from '#web/staff/operations.generated.ts';

/** The page of a line: a content with its place in its textbook, or the name of the page. */
export function UsedPage({ row: { pageEventName, contentId, content } }: { readonly row: UsageLineFragment }) {
  const { t } = useTranslation('reports');
  if (contentId && content) {
    const { name, pageNumber, unitTitle: title, unitName, textBookName, isDeleted } = content;
    const place = { page: pageNumber, unit: unitTitle({ title, name: unitName }), book: textBookName };
    return (
      <span className="used-page">
        <b>{isDeleted ? name : <Link to={paths.contentDetail(contentId)}>{name}</Link>}</b>
        <span>{t(isDeleted ? 'contentPlaceDeleted' : 'contentPlace', place)}</span>
      </span>
    );
  }
  const word = trackedPageWord(pageEventName);
  // An unknown page name was sent by an older version of the app, in English.
  if (contentId === null && word === undefined) return <b lang="en">{pageEventName}</b>;
  return <b>{t(contentId === null && word ? word : 'contentGone')}</b>;
}
