import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '#web/shared/paths.ts';
import { ClassParade } from '#web/student/ui/art/class-parade.tsx';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { Link } from '#web/student/ui/controls/link.tsx';
import { MessagePage } from '#web/student/ui/frame/message-page.tsx';
import { isObject } from '#web/shared/is-object.ts';
import { noteEndedClass } from '#web/student/platform/ended-classes.ts';
import { activeProfile, useStudent } from '#web/student/platform/profiles/profile-store.ts';
import { useWords, Words } from '#web/student/ui/text/words.tsx';

/** The page of a completed class: a celebration, a link to the book, and for a child one to the wall of its year. */
export function Component() {
  const { t } = useWords();
  const state: unknown = useLocation().state;
  const ended = isObject(state) && typeof state.class === 'string' ? state.class : undefined;
  useEffect(() => void (ended !== undefined && noteEndedClass(ended)), [ended]);
  const isChosen = activeProfile(useStudent()) !== null;
  const book = isObject(state) && typeof state.book === 'string' ? state.book : undefined;
  return (
    <MessagePage
      picture={<ClassParade />}
      title={t('classCompletedTitle')}
      text={book ? t('classCompletedText') : t('classCompletedTextNoBook')}
      grownUp={t('classCompletedGrownUp')}
      back={paths.profiles()}
    >
      <Link className="button button-primary" to={book ? paths.unitList({ book }) : paths.profiles()}>
        <Icon name="book" size={32} />
        <span>
          <Words text={t('toBook')} />
        </span>
      </Link>
      {ended !== undefined && isChosen && (
        <Link className="button" to={paths.communityList({ class: ended })}>
          <Icon name="wall" size={32} />
          <span>
            <Words text={t('wallTitle')} />
          </span>
        </Link>
      )}
    </MessagePage>
  );
}
