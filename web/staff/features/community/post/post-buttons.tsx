import { Button } from '@blueprintjs/core';
import { EyeOff, EyeOpen, Tick, Trash } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import type { QueuedPostFragment } from '#web/staff/operations.generated.ts';
import type { Decisions } from '#web/staff/features/community/use-decisions.ts';

interface PostButtonsProps {
  readonly post: QueuedPostFragment;
  readonly decisions: Decisions;
}

/** The decisions that a post's state allows, as buttons. */
export function PostButtons({ post, decisions }: PostButtonsProps) {
  const { t } = useTranslation('community');
  const { state, displayName: name } = post;
  const set = (wanted: typeof state) => () => void decisions.setState(post, wanted);
  return (
    <div className="post-buttons">
      {state === 'PENDING' && (
        <Button
          intent="primary"
          icon={<Tick />}
          text={t('approve')}
          aria-label={t('actionOn', { action: t('approve'), name })}
          onClick={set('APPROVED')}
        />
      )}
      {state === 'HIDDEN' ? (
        <Button
          icon={<EyeOpen />}
          text={t('unhide')}
          aria-label={t('actionOn', { action: t('unhide'), name })}
          onClick={set('APPROVED')}
        />
      ) : (
        <Button
          icon={<EyeOff />}
          text={t('hide')}
          aria-label={t('actionOn', { action: t('hide'), name })}
          onClick={set('HIDDEN')}
        />
      )}
      <Button
        variant="minimal"
        icon={<Trash />}
        title={t('delete')}
        aria-label={t('actionOn', { action: t('delete'), name })}
        onClick={() => void decisions.remove(post)}
      />
    </div>
  );
}
