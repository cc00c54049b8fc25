import { Link, useParams } from 'react-router-dom';
import { useTranslation } from 'react-i18next';
import { paths } from '#web/paths.ts';
import { words } from '#web/shared/i18n/words.ts';
import { useTitle } from '#web/shared/title.ts';
import { PreviewLink } from '#web/staff/features/contents/detail/preview-link.tsx';
import { usePushAndListenItemsQuery } from '#web/staff/operations.generated.ts';
import { DetailScreen } from '#web/staff/ui/lists/detail-screen.tsx';
import { Breadcrumbs } from '#web/staff/features/curriculum/breadcrumbs.tsx';
import { PublishedMark } from '#web/staff/features/curriculum/published-mark.tsx';
import { SoundDesk } from './sound-desk.tsx';
import './push-and-listen.css';

export const loader = words('contents', 'lessons', 'forms', 'lists', 'push-and-listen', 'sounds', 'textbooks');

/** The sounds of a Push and Listen page: their order, and where on the page they are pushed. */
export function Component() {
  const { t } = useTranslation(['push-and-listen', 'contents', 'lessons', 'shell']);
  const { contentId = '' } = useParams();
  const query = usePushAndListenItemsQuery({ variables: { contentId } });
  const content = query.data?.content;
  useTitle(content ? t('titleOf', { name: content.name }) : t('title'));
  return (
    <DetailScreen
      list={paths.textbooks}
      title={t('shell.textbooks')}
      missingTitle={t('contents.missingTitle')}
      missingText={t('contents.missingText')}
      query={query}
      trail={<Breadcrumbs textBook={content?.textBook} unit={content?.unit} current={content?.name} />}
    >
      {query.data && content && (
        <>
          <header className="page-header">
            <h1>{t('titleOf', { name: content.name })}</h1>
            <PublishedMark of={content} />
            <span className="desk-actions">
              <Link className="bp6-button" to={paths.contentDetail(content.id)}>
                {t('editContent')}
              </Link>
              <PreviewLink hashCode={content.hashCode} />
            </span>
          </header>
          {content.type === 'PUSH_AND_LISTEN' ? (
            <SoundDesk key={content.id} {...query.data} />
          ) : (
            <div className="panel">
              <p>{t('otherType')}</p>
            </div>
          )}
        </>
      )}
    </DetailScreen>
  );
}
