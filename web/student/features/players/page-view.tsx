import type { ContentPageQuery } from '#web/student/features/contents/content-page.lazy.generated.ts';
import { useEffect, useState, type ReactNode } from 'react';
import { ContentTypePicture } from '#web/student/ui/art/content-type.tsx';
import { pagePictureUrl } from '#web/student/platform/device/page-picture.ts';
import { plain } from '#web/student/ui/text/furigana.ts';
import { useWords } from '#web/student/ui/text/words.tsx';
import { useZoom } from './use-zoom.ts';
import { ZoomMoves, ZoomTools } from './zoom-tools.tsx';
import './page-view.css';

/** A content, as its page loads it. */
export type StudentContent = ContentPageQuery['studentContent'];

interface PageViewProps {
  readonly content: StudentContent;
  /** Drawn over the picture; positions are in percent of the picture. */
  readonly overlay?: ReactNode;
  /** Further tools beside the zoom buttons. */
  readonly children?: ReactNode;
  /** Told whether the picture can be shown, whenever that changes. */
  readonly onShown?: (isShown: boolean) => void;
}

/** The addresses of the page's picture, the best one for a zoom first. A larger picture needs the original's pixels. */
function addressesOf(picture: NonNullable<StudentContent['pageImage']>, zoom: number): readonly string[] {
  const fitting = pagePictureUrl(picture);
  return zoom > 1 ? [picture.url, fitting] : [fitting, picture.url];
}

/** The page's picture. It fills the available space, zooms by buttons, and moves by finger, keys or buttons. */
export function PageView({ content, overlay, children, onShown }: PageViewProps) {
  const { t } = useWords();
  const { stage, zoom, steps, move } = useZoom();
  const [missing, setMissing] = useState<readonly string[]>([]);
  const { pageImage, name, description } = content;
  // A renewed address may load. Without a network the device may have stored one of the sizes alone.
  const shown = pageImage && addressesOf(pageImage, zoom).find((url) => !missing.includes(url));
  const isShown = Boolean(shown);
  const hasMissing = missing.length > 0;
  useEffect(() => onShown?.(isShown), [onShown, isShown]);
  useEffect(() => {
    if (!hasMissing) return undefined;
    // A signed address stays the same for a day.
    const tryAgain = () => setMissing([]);
    window.addEventListener('online', tryAgain);
    return () => window.removeEventListener('online', tryAgain);
  }, [hasMissing]);

  if (!pageImage || !shown) {
    return (
      <div className="page-view">
        <div className="page-view-none sheet">
          <ContentTypePicture type={content.type === 'NONE' ? 'READ' : content.type} size={200} />
          {description && <p>{description}</p>}
        </div>
        <div className="page-tools">{children}</div>
      </div>
    );
  }
  const { width, height } = pageImage;
  return (
    <div className="page-view">
      <div className="page-room" style={{ '--ratio': width / height, '--zoom': zoom }}>
        <div className="page-place">
          <div className="page-frame">
            {/* Takes the focus, so that keys can scroll it. */}
            <section
              ref={stage}
              className="page-stage"
              tabIndex={zoom > 1 ? 0 : -1}
              aria-label={plain(t('pagePicture', { name }))}
            >
              <div className="page-paper">
                <img src={shown} alt="" width={width} height={height} onError={() => setMissing([...missing, shown])} />
                {overlay}
              </div>
            </section>
            {zoom > 1 && <ZoomMoves move={move} />}
          </div>
        </div>
      </div>
      <div className="page-tools">
        {children}
        <ZoomTools steps={steps} />
      </div>
    </div>
  );
}
