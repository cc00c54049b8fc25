import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useMatch, useNavigate } from 'react-router-dom';
import { paths, patterns } from '#web/shared/paths.ts';
import { Animal } from '#web/shared/art/animals.tsx';
import { ClassParade } from '#web/student/ui/art/class-parade.tsx';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { Sheet } from '#web/student/ui/controls/sheet.tsx';
import { plain } from '#web/student/ui/text/furigana.ts';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { activeProfile, useStudent } from '#web/student/platform/profiles/profile-store.ts';
import type { Profile } from '#web/student/platform/profiles/stored-profile.ts';
import { workInHand } from '#web/student/platform/work-in-hand.ts';
import {
  FollowBoardDocument,
  type FollowBoardMutation,
  type FollowBoardMutationVariables,
} from './board.lazy.generated.ts';
import { createBoardLink } from './board-link.ts';
import { requestLimit } from './board-stream.ts';
import { useMarks } from './use-marks.ts';
import './follow-board.css';

/** The pages that the board does not lead away from: a child chooses a profile there, or an adult checks the device. */
const pagesThatStay: readonly string[] = [patterns.profiles, patterns.check];

/** Leads a child who agrees to the page that the board of its class shows. */
export function FollowBoard() {
  const profile = activeProfile(useStudent());
  const place = profile?.place;
  if (!profile || !place || place.classId === null) return null;
  return <Follower key={`${profile.token} ${place.hashCode}`} profile={profile} classHashCode={place.hashCode} />;
}

interface FollowerProps {
  readonly profile: Profile;
  readonly classHashCode: string;
}

function Follower({ profile, classHashCode }: FollowerProps) {
  const { t } = useWords();
  const { link, state } = useBoardLink(profile, classHashCode);
  const { page, isFollowing, isAsked } = state;
  const navigate = useNavigate();
  const shown = useMatch(patterns.studentContent)?.params.contentHashCode ?? null;
  const path = page && paths.studentContent(page.contentHashCode, { class: classHashCode });

  const isMaking = useSyncExternalStore(workInHand.subscribe, workInHand.isClaimed);
  const staysHere = pagesThatStay.includes(useLocation().pathname);
  const ledTo = useRef<string>(undefined);

  useEffect(() => {
    // Navigates once for each turn of the page, so that the child can open other pages in between.
    const turned = isFollowing && path !== null ? `${page?.id} ${page?.version} ${path}` : undefined;
    // The navigation waits until the work is done, or until the child leaves the page.
    if ((isMaking || staysHere) && turned !== undefined) return;
    if (turned === ledTo.current) return;
    ledTo.current = turned;
    if (turned !== undefined && path !== null) void navigate(path);
  }, [isFollowing, isMaking, staysHere, path, page?.id, page?.version, navigate]);
  const marks = useMarks({
    contentHashCode: shown,
    isSpoken: page?.contentType === 'RECORD' && page.contentHashCode === shown,
    turn: `${page?.id} ${page?.version}`,
  });
  useEffect(() => link.report({ contentHashCode: shown, ...marks }), [link, shown, marks]);

  if (page === null || path === null) return null;
  // The question would cover a work in hand. On the pages that stay, the active profile may not be the child who answers.
  if (!isFollowing && (staysHere || (isAsked && isMaking))) return null;
  if (isAsked)
    return (
      <Sheet title={t('boardAsk')} onClose={link.leave}>
        <div className="follow-ask">
          <ClassParade />
          <button type="button" className="button button-sun follow-yes" onClick={link.follow}>
            <Animal name={profile.animal} size={72} />
            <span>
              <Words text={t('boardYes')} />
            </span>
          </button>
          <button type="button" className="button" onClick={link.leave}>
            <Icon name="close" size={30} />
            <Words text={t('boardLater')} />
          </button>
        </div>
      </Sheet>
    );
  return (
    <aside className="follow-bar" aria-label={plain(t('boardBar'))}>
      {isFollowing ? (
        <>
          <p>
            <Icon name="check" size={28} />
            <span>
              <Words text={t('boardWith')} />
            </span>
          </p>
          {shown !== page.contentHashCode && (
            <button type="button" className="button button-small button-sun" onClick={() => void navigate(path)}>
              <Icon name="next" size={28} />
              <span>
                <Words text={t('boardPage')} />
              </span>
            </button>
          )}
          <button type="button" className="button button-small" onClick={link.leave}>
            <Icon name="close" size={28} />
            <span>
              <Words text={t('boardLeave')} />
            </span>
          </button>
        </>
      ) : (
        <button type="button" className="button button-small button-sun" onClick={link.follow}>
          <Icon name="next" size={28} />
          <span>
            <Words text={t('boardJoin')} />
          </span>
        </button>
      )}
    </aside>
  );
}

function useBoardLink({ token }: Profile, classHashCode: string) {
  const client = useApolloClient();
  const [link] = useState(() =>
    createBoardLink({
      classHashCode,
      token,
      send: (input) =>
        client.mutate<FollowBoardMutation, FollowBoardMutationVariables>({
          mutation: FollowBoardDocument,
          variables: { input },
          // Later reports wait for this one; without reports the board would count the child as gone.
          context: { fetchOptions: { signal: AbortSignal.timeout(requestLimit) } },
        }),
    }),
  );
  useEffect(() => link.open(), [link]);
  return { link, state: useSyncExternalStore(link.subscribe, link.getState) };
}
