import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import './breadcrumbs.css';

interface BreadcrumbsProps {
  /** The textbook above the screen; absent until it has loaded. */
  readonly textBook?: { readonly id: string; readonly name: string } | undefined;
  /** The unit above the screen. */
  readonly unit?: { readonly id: string; readonly title: string } | undefined;
  /** The screen's own title: a name, or "New unit". */
  readonly current: string | undefined;
}

/** The breadcrumbs: textbooks, textbook, unit, content. The last one is the screen itself. */
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

/** A unit in one line: "Unit 1 Hello!". */
export const unitTitle = ({ title, name }: { readonly title: string; readonly name: string }): string =>
  `${title} ${name}`;
