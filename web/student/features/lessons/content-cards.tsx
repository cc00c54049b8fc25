import { unmask, type Masked } from '#web/shared/apollo/masks.ts';
import { paths } from '#web/shared/paths.ts';
import { contentTypeColours, ContentTypePicture } from '#web/student/ui/art/content-type.tsx';
import { Hanamaru } from '#web/student/ui/art/hanamaru.tsx';
import { Link } from '#web/student/ui/controls/link.tsx';
import { usePictureFailure } from '#web/shared/use-picture-failure.ts';
import type { Where } from '#web/student/platform/place.ts';
import type { ContentTileFragment } from '#web/student/operations.generated.ts';
import { useContentAhead } from '#web/student/platform/content-ahead.ts';
import { activeProfile, useStudent } from '#web/student/platform/profiles/profile-store.ts';
import { useProgress } from '#web/student/platform/progress.ts';
import { plain } from '#web/student/ui/text/furigana.ts';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import './content-cards.css';

interface ContentCardsProps {
  readonly contents: readonly Masked<ContentTileFragment>[];
  /** The unit's hash code; undefined for a list of several units. */
  readonly unit?: string;
  readonly where: Where;
}

/** Contents as cards: picture, type, printed page, and a hanamaru when done. Prefetches the unit's first undone content. */
export function ContentCards({ contents: masked, unit, where }: ContentCardsProps) {
  const contents = unmask<ContentTileFragment>(masked);
  const { t } = useWords();
  const progress = useProgress(activeProfile(useStudent())?.id);
  const done = unit === undefined ? Object.values(progress.done).flat() : (progress.done[unit] ?? []);
  useContentAhead(unit && contents.find(({ hashCode }) => !done.includes(hashCode))?.hashCode);
  return (
    <ol className="contents">
      {contents.map((content, index) => (
        <li key={content.id}>
          <Link
            className="content-card"
            to={paths.studentContent(content.hashCode, where)}
            style={{ '--kind': contentTypeColours[drawnType(content.type)] }}
          >
            <span className="content-card-picture">
              <ContentPicture
                url={isShownBefore(contents, index) ? undefined : content.thumbnail?.url}
                type={content.type}
              />
              <span className="content-card-kind">
                <ContentTypePicture type={drawnType(content.type)} size={52} />
                <Words text={t(`type-${content.type}`)} />
              </span>
            </span>
            <span className="content-card-name">{content.name}</span>
            <span className="content-card-page">
              <Words text={t('page', { page: content.pageNumber })} />
            </span>
            {done.includes(content.hashCode) && (
              <Hanamaru size={84} title={plain(t('contentDone'))} className="content-card-done" />
            )}
          </Link>
        </li>
      ))}
    </ol>
  );
}

interface ContentPictureProps {
  readonly url: string | undefined;
  readonly type: ContentTileFragment['type'];
}

/** The page's picture, or the content's type when there is no picture or it cannot be loaded. */
export function ContentPicture({ url, type }: ContentPictureProps) {
  const { failed, onError } = usePictureFailure(url);
  if (url === undefined || failed) return <ContentTypePicture type={drawnType(type)} size="56%" />;
  return <img src={url} alt="" loading="lazy" onError={onError} />;
}

/**
 * Whether an earlier content has the same printed page: only the first shows the page's picture, the others show their
 * type.
 */
const isShownBefore = (contents: readonly ContentTileFragment[], index: number): boolean =>
  contents.slice(0, index).some(({ pageNumber }) => pageNumber === contents[index]?.pageNumber);

/** A content without a type is a page to read. */
const drawnType = (type: ContentTileFragment['type']) => (type === 'NONE' ? 'READ' : type);
