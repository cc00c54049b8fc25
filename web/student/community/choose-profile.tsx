import { useLocation } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { Icon } from '#web/student/art/icons.tsx';
import type { EntryState } from '#web/student/entry/entry-rule.ts';
import { Link } from '#web/student/frame/link.tsx';
import { useWords, Words } from '#web/student/text/words.tsx';
import './choose-profile.css';

/** Leads who only looks to the profiles, and back here as somebody who can give hearts. */
export function ChooseProfile({ classHashCode }: { readonly classHashCode: string }) {
  const { t } = useWords();
  const { pathname, search } = useLocation();
  const state: EntryState = { origin: 'class', returnTo: pathname + search, isRecord: false, classHashCode };
  return (
    <Link className="button wall-choose" to={paths.profiles({ class: classHashCode })} state={state}>
      <Icon name="heart" size={34} />
      <span>
        <Words text={t('chooseToReact')} />
      </span>
    </Link>
  );
}
