import { Dialog } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueuedPostFragment } from '#web/staff/operations.generated.ts';

/** The picture, video or recording of a child's post. Pictures enlarge; videos and recordings play in place. */
export function PostMedia({ post }: { readonly post: QueuedPostFragment }) {
  const { t } = useTranslation('community');
  const { image, thumbnail, recording, video, displayName: name } = post;
  if (image) return <Picture url={image.url} small={thumbnail?.url ?? image.url} alt={t('pictureBy', { name })} />;
  if (video) {
    return (
      <video
        controls
        playsInline
        preload="metadata"
        src={video.url}
        poster={thumbnail?.url}
        aria-label={t('videoBy', { name })}
      />
    );
  }
  if (recording) return <audio controls preload="none" src={recording.url} aria-label={t('voiceBy', { name })} />;
  return null;
}

interface PictureProps {
  readonly url: string;
  readonly small: string;
  readonly alt: string;
}

function Picture({ url, small, alt }: PictureProps) {
  const { t } = useTranslation(['community', 'common']);
  const [large, setLarge] = useState(false);
  const titleId = useId();
  return (
    <>
      <button type="button" className="post-picture" aria-haspopup="dialog" onClick={() => setLarge(true)}>
        <img src={small} alt={alt} loading="lazy" decoding="async" />
        <span className="visually-hidden">{t('enlarge')}</span>
      </button>
      <Dialog isOpen={large} onClose={() => setLarge(false)} className="post-large" aria-labelledby={titleId}>
        <h2 id={titleId} className="visually-hidden">
          {alt}
        </h2>
        <button
          type="button"
          className="post-large-close"
          aria-label={t('common.close')}
          onClick={() => setLarge(false)}
        >
          <Cross size={20} />
        </button>
        <img src={url} alt="" />
      </Dialog>
    </>
  );
}
