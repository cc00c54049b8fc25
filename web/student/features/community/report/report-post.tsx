import { useState } from 'react';
import { Icon } from '#web/student/ui/art/icons.tsx';
import type { Profile } from '#web/student/platform/profiles/stored-profile.ts';
import { plain } from '#web/student/ui/text/furigana.ts';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import type { Post } from '#web/student/features/community/with-wall.tsx';
import { ReportSheet } from './report-sheet.tsx';
import { useReported } from './reported.ts';

interface ReportPostProps {
  readonly post: Post;
  readonly profile: Profile;
}

/** Reports another child's work to the teacher, once. */
export function ReportPost({ post, profile }: ReportPostProps) {
  const { t } = useWords();
  const [asking, setAsking] = useState(false);
  const isReported = useReported(profile.id, post.id);
  return (
    <>
      <button
        type="button"
        className="button button-small"
        aria-haspopup={isReported ? undefined : 'dialog'}
        // The button stays after the report, since the sheet returns the focus to it.
        aria-disabled={isReported || undefined}
        onClick={() => setAsking(!isReported)}
      >
        <Icon name={isReported ? 'check' : 'flag'} size={30} />
        <span>
          <Words text={isReported ? t('teacherTold') : t('tellTeacher')} />
          <span className="spoken">: {plain(t(`work-${post.kind}`, { name: post.displayName }))}</span>
        </span>
      </button>
      {asking && <ReportSheet {...{ post, profile }} isReported={isReported} onClose={() => setAsking(false)} />}
    </>
  );
}
