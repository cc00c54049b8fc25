import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import './breadcrumbs.css';

interface BreadcrumbsProps {
  /** The textbook that the screen stands in; absent until it is known. */
  readonly textBook?: { readonly id: string; readonly name: string } | undefined;
  /** The unit that it stands in. */
  readonly unit?: { readonly id: string; readonly title: string } | undefined;
  /** What the screen itself is called: a name, or "New unit". */
  readonly current: string | undefined;
}

/** The way down from the textbooks: book, unit, content. The last one is the screen itself. */
export function Breadcrumbs({ textBook, unit, current }: BreadcrumbsProps) {
  const { t } = useTranslation('shell');
  const above = [
    { to: paths.textbooks, text: t('textbooks') },
    ...(textBook ? [{ to: paths.textbookDetail(textBook.id), text: textBook.name }] : []),
    ...(unit ? [{ to: paths.lessonDetail(unit.id), text: unit.title }] : []),
  ];
  return (
    <nav className="breadcrumbs" aria-label={t('breadcrumbs')}>
      <ol>
        {above.map(({ to, text }) => (
          <li key={to}>
            <Link to={to}>{text}</Link>
          </li>
        ))}
        {current !== undefined && (
          <li>
            <span aria-current="page">{current}</span>
          </li>
        )}
      </ol>
    </nav>
  );
}
