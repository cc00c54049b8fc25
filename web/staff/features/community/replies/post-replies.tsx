import { Button } from '@blueprintjs/core';
import { Chat, Undo } from '@blueprintjs/icons';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unmask, type Masked } from '#web/shared/apollo/masks.ts';
import { StampPicture } from '#web/shared/art/stamps.tsx';
import { words } from '#web/shared/i18n/words.ts';
import { latePart } from '#web/staff/ui/controls/late-part.tsx';
import type { RepliedPostFragment, PostReplyFragment } from '#web/staff/operations.generated.ts';
import { useTakeBack } from './use-replies.ts';
import './post-replies.css';

const desk = latePart(async () => {
  const [{ ReplyDesk }] = await Promise.all([import('./reply-desk.tsx'), words('sounds', 'forms')()]);
  return ReplyDesk;
});

interface PostRepliesProps {
  readonly post: Masked<RepliedPostFragment>;
  /** Called with true when there is a reply that is not sent yet, else with false. Must be stable. */
  readonly onUnsent?: (isUnsent: boolean) => void;
}

/**
 * The staff's replies to a child's post, and a form for a reply. Hidden posts get no form, as no child sees them, unless
 * a reply was begun before.
 */
export function PostReplies({ post: masked, onUnsent }: PostRepliesProps) {
  const { t } = useTranslation('community');
  const [open, setOpen] = useState(false);
  const [unsent, setUnsent] = useState(false);
  useEffect(() => onUnsent?.(unsent), [unsent, onUnsent]);
  const deskId = useId();
  const post = unmask<RepliedPostFragment>(masked);
  const { replies, state, displayName: name } = post;
  const takesReplies = state !== 'HIDDEN' || unsent;
  if (!takesReplies && replies.length === 0) return null;
  return (
    <div className="post-replies" role="group" aria-label={t('replies')}>
      {replies.length > 0 && (
        <ul>
          {replies.map((reply) => (
            <li key={reply.kind}>
              <GivenReply post={post} reply={reply} />
            </li>
          ))}
        </ul>
      )}
      {takesReplies && (
        <Button
          icon={<Chat />}
          text={t('reply')}
          aria-label={t('actionOn', { action: t('reply'), name })}
          aria-expanded={open}
          aria-controls={open ? deskId : undefined}
          active={open}
          // Closing the desk would lose the voice.
          disabled={unsent}
          onPointerEnter={desk.prepare}
          onFocus={desk.prepare}
          onClick={() => setOpen(!open)}
        />
      )}
      {open && takesReplies && (
        <div id={deskId}>
          <desk.Part post={post} onUnsent={setUnsent} />
        </div>
      )}
    </div>
  );
}

interface GivenReplyProps {
  readonly post: RepliedPostFragment;
  readonly reply: Masked<PostReplyFragment>;
}

function GivenReply({ post, reply }: GivenReplyProps) {
  const { t } = useTranslation('community');
  const takeBack = useTakeBack(post);
  const { kind, stamp, voice, seen } = unmask<PostReplyFragment>(reply);
  const what = stamp === null ? t('voiceReply') : t(`stamp-${stamp}`);
  return (
    <>
      {stamp && (
        <span className="reply-stamp">
          <StampPicture stamp={stamp} size={44} />
          <b>{what}</b>
        </span>
      )}
      {voice && <audio controls preload="none" src={voice.url} aria-label={what} />}
      <small>{t(seen ? 'replySeen' : 'replyNew')}</small>
      <Button
        size="small"
        variant="minimal"
        icon={<Undo />}
        text={t('takeBack')}
        aria-label={t('takeBackReply', { reply: what, name: post.displayName })}
        onClick={() => void takeBack(kind)}
      />
    </>
  );
}
