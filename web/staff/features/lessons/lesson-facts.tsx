import { useTranslation } from 'react-i18next';
import type { LessonDetailFragment } from '#web/staff/operations.generated.ts';
import { LinkAndChange } from '#web/staff/features/curriculum/link-and-change.tsx';
import '#web/staff/features/curriculum/curriculum-detail.css';

/** The facts of a unit, without its contents. */
export function LessonFacts({ found }: { readonly found: LessonDetailFragment }) {
  const { t } = useTranslation('lessons');
  const texts = [
    { term: t('number'), text: String(found.number) },
    { term: t('titleField'), text: found.title },
    { term: t('name'), text: found.name },
    { term: t('languageFocus'), text: found.languageFocus },
    { term: t('phonics'), text: found.phonics },
    ...(found.description ? [{ term: t('description'), text: found.description }] : []),
  ];
  return (
    <section className="panel" aria-label={t('facts')}>
      <h2>{t('facts')}</h2>
      <dl className="textbook-facts">
        {texts.map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className="textbook-description">{text}</dd>
          </div>
        ))}
        <LinkAndChange found={found} />
      </dl>
    </section>
  );
}
