import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { AnchorButton } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { paths } from '#web/paths.ts';
import { unmask } from '#web/shared/apollo/masks.ts';
import { words } from '#web/shared/i18n/words.ts';
import { useTitle } from '#web/shared/title.ts';
import { useContentQuery, type ContentDetailFragment } from '#web/staff/operations.generated.ts';
import { DetailScreen } from '#web/staff/ui/lists/detail-screen.tsx';
import { Breadcrumbs } from '#web/staff/features/curriculum/breadcrumbs.tsx';
import { PublishedMark } from '#web/staff/features/curriculum/published-mark.tsx';
import { LinkToCopy } from '#web/staff/ui/controls/copy-button.tsx';
import { typeWords } from '#web/staff/features/contents/content-types.ts';
import { ContentEdit } from '#web/staff/features/contents/form/content-edit.tsx';
import { ContentFacts } from './content-facts.tsx';
import { ContentMenu } from './content-menu.tsx';
import { ContentTypePicture } from '#web/staff/features/contents/content-type-icon.tsx';
import { PreviewLink } from './preview-link.tsx';
import './content-detail.css';

export const loader = words('contents', 'lessons', 'lists', 'sounds', 'textbooks');

/** One content: the form, the code to print, and a link to the students' page. */
export function Component() {
  const { t } = useTranslation(['contents', 'shell']);
  const { contentId = '' } = useParams();
  // A row that a list cached may have an old version; the form needs the current version to detect conflicts.
  const query = useContentQuery({ variables: { id: contentId } });
  const found = query.data && unmask<ContentDetailFragment>(query.data.content);
  useTitle(found?.name ?? t('title'));
  return (
    <DetailScreen
      list={paths.textbooks}
      title={t('shell.textbooks')}
      missingTitle={t('missingTitle')}
      missingText={t('missingText')}
      query={query}
      trail={<Breadcrumbs textBook={found?.textBook} unit={found?.unit} current={found?.name} />}
    >
      {found && <FoundContent key={contentId} found={found} />}
    </DetailScreen>
  );
}

function FoundContent({ found }: { readonly found: ContentDetailFragment }) {
  const { t } = useTranslation(['contents', 'lessons']);
  return (
    <>
      <header className="page-header content-header">
        <ContentTypePicture type={found.type} />
        <div className="content-title">
          <h1>{found.name}</h1>
          <p>
            {t(`lessons.${typeWords[found.type]}`)} · {t('lessons.page', { page: found.pageNumber })}
          </p>
        </div>
        <PublishedMark of={found} />
        <span className="content-actions">
          {found.type === 'PUSH_AND_LISTEN' && (
            <Link className="bp6-button" to={paths.pushAndListen(found.id)}>
              {t('setUpSounds', { count: found.itemCount })}
            </Link>
          )}
          <PreviewLink hashCode={found.hashCode} />
          <ContentMenu found={found} />
        </span>
      </header>
      <div className="content-detail">
        <ContentEdit found={found} />
        <div className="content-side">
          <ContentShare found={found} />
          <ContentFacts found={found} />
        </div>
      </div>
    </>
  );
}

/** The QR code to print beside the page, and the link that the QR code opens. */
export function ContentShare({ found }: { readonly found: ContentDetailFragment }) {
  const { t } = useTranslation('contents');
  const { svg, png } = found.qrCode;
  return (
    <section className="panel content-share" aria-label={t('share')}>
      <h2>{t('share')}</h2>
      <img className="qr-code" src={svg.url} alt={t('qrCodeOf', { name: found.name })} />
      <div className="qr-buttons">
        <AnchorButton icon={<Download />} text={t('downloadPng')} href={png.url} download={png.fileName} />
        <AnchorButton icon={<Download />} text={t('downloadSvg')} href={svg.url} download={svg.fileName} />
      </div>
      <div className="content-link">
        <LinkToCopy url={found.urlLink} label={t('copyUrlLink')} />
      </div>
    </section>
  );
}
