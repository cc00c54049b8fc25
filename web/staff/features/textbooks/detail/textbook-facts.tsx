import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import type { TextBookDetailFragment } from '#web/staff/operations.generated.ts';
import { BookCode } from './book-code.tsx';
import { LinkAndChange } from '#web/staff/features/curriculum/link-and-change.tsx';

/** The facts of a textbook that users cannot edit. */
export function TextBookFacts({ found }: { readonly found: TextBookDetailFragment }) {
  const { t } = useTranslation('textbooks');
  return (
    <section className="panel" aria-label={t('facts')}>
      <h2>{t('facts')}</h2>
      <BookCode found={found} />
      {found.thumbnail && <img className="textbook-picture" src={found.thumbnail.url} alt={t('thumbnail')} />}
      <dl className="textbook-facts">
        <dt>{t('shortCode')}</dt>
        <dd className="code">{found.shortCode}</dd>
        <dt>{t('printedCode')}</dt>
        <dd className="code">{found.printedCode}</dd>
        {found.description && (
          <>
            <dt>{t('description')}</dt>
            <dd className="textbook-description">{found.description}</dd>
          </>
        )}
        <dt>{t('holds')}</dt>
        <dd>
          {t('unitCount', { count: found.unitCount })}
          <br />
          {t('contentCount', { count: found.contentCount })}
        </dd>
        <dt>{t('classes')}</dt>
        <dd>
          {found.classCount === 0 ? (
            t('classCount', { count: 0 })
          ) : (
            <Link to={`${paths.classes}?textbook=${found.id}`}>{t('classCount', { count: found.classCount })}</Link>
          )}
        </dd>
        <LinkAndChange found={found} />
      </dl>
    </section>
  );
}
