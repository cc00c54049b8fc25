import { refusalWords } from '#web/student/platform/refusal-words.ts';
import { bearer } from '#web/student/platform/apollo/student-client.ts';
import { Hanamaru } from '#web/student/ui/art/hanamaru.tsx';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { Sheet } from '#web/student/ui/controls/sheet.tsx';
import { useReportPostMutation } from '#web/student/features/community/community-acts.lazy.generated.ts';
import type { Profile } from '#web/student/platform/profiles/stored-profile.ts';
import { plain } from '#web/student/ui/text/furigana.ts';
import { AlertHint } from '#web/student/ui/text/alert-hint.tsx';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import type { Post } from '#web/student/features/community/with-wall.tsx';
import { noteReport } from './reported.ts';

/** The API accepts any text; a child who cannot write yet taps a reason. */
const reasons = [
  ['unkind', 'sad'],
  ['private', 'lock'],
  ['other', 'question'],
] as const;

interface ReportSheetProps {
  readonly post: Post;
  readonly profile: Profile;
  readonly isReported: boolean;
  readonly onClose: () => void;
}

/** Asks why the child reports the post, then thanks the child. */
export function ReportSheet({ post, profile, isReported, onClose }: ReportSheetProps) {
  const { t } = useWords();
  const [reportPost, { loading, error }] = useReportPostMutation({ context: { headers: bearer(profile.token) } });
  const tell = async (reason: string) => {
    if (loading) return;
    const { data } = await reportPost({ variables: { input: { id: post.id, reason } } }).catch(() => ({ data: null }));
    if (data) noteReport(profile.id, post.id);
  };
  if (isReported) return <Thanks onClose={onClose} />;
  return (
    <Sheet title={t('tellTeacherTitle')} onClose={onClose}>
      <div className="post-question" aria-busy={loading}>
        {reasons.map(([reason, icon]) => (
          <button
            key={reason}
            type="button"
            className="button"
            aria-disabled={loading || undefined}
            onClick={() => tell(plain(t(`report-${reason}`)))}
          >
            <Icon name={icon} size={36} />
            <span>
              <Words text={t(`report-${reason}`)} />
            </span>
          </button>
        ))}
        {error && !loading && <AlertHint text={t(refusalWords(error) ?? 'tryAgainSoon')} />}
      </div>
    </Sheet>
  );
}

function Thanks({ onClose }: Pick<ReportSheetProps, 'onClose'>) {
  const { t } = useWords();
  return (
    <Sheet title={t('reportThanks')} onClose={onClose}>
      <div className="post-question">
        <Hanamaru size={120} />
        <p role="status">
          <Words text={t('reportThanksText')} />
        </p>
        <button type="button" className="button button-primary" onClick={onClose}>
          <Icon name="check" size={32} />
          <span>
            <Words text={t('goOn')} />
          </span>
        </button>
      </div>
    </Sheet>
  );
}
