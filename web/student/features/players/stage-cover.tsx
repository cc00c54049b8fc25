import { ContentTypePicture, type PlayableType } from '#web/student/ui/art/content-type.tsx';
import { Icon, type IconName } from '#web/student/ui/art/icons.tsx';
import { Words } from '#web/student/ui/text/words.tsx';

interface StageCoverProps {
  readonly type: PlayableType;
  readonly icon: IconName;
  readonly words: string;
  readonly onTap: () => void;
}

/**
 * Covers the player with one large button before the first tap, during a pause and at the end, where the site would
 * show recommendations.
 */
export function StageCover({ type, icon, words, onTap }: StageCoverProps) {
  return (
    <div className="stage-cover">
      <ContentTypePicture type={type} size={140} />
      <button type="button" className="button button-primary" data-speaks onClick={onTap}>
        <Icon name={icon} size={44} />
        <span>
          <Words text={words} />
        </span>
      </button>
    </div>
  );
}
