import { startTransition, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '#web/shared/paths.ts';
import { Animal } from '#web/shared/art/animals.tsx';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { handOver } from '#web/student/platform/profiles/hand-over.ts';
import { activeProfile, useStudent } from '#web/student/platform/profiles/profile-store.ts';
import { plain } from '#web/student/ui/text/furigana.ts';
import { showJapanese } from '#web/student/platform/i18n/japanese-glyphs.ts';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { homePath } from '#web/student/platform/place.ts';
import { lateSheet } from '#web/student/ui/controls/late-sheet.tsx';
import { Link } from '#web/student/ui/controls/link.tsx';
import { UnsentChip } from '#web/student/ui/sending/unsent-chip.tsx';

/** Loaded on demand: a first visit needs no settings. */
const LanguageSheet = lateSheet(async () => (await import('./language-sheet.tsx')).LanguageSheet);

/** The target or the action of Back; undefined on the first page. */
export type Back = string | (() => void) | undefined;

function BackFace() {
  const { t } = useWords();
  return (
    <>
      <Icon name="back" size={34} />
      <span>
        <Words text={t('back')} />
      </span>
    </>
  );
}

interface PageHeaderProps {
  readonly back: Back;
  /** In landscape the page extends between the header's corners. */
  readonly isBeside?: boolean | undefined;
}

/** The header of every page: back and home on the left, profile and settings on the right. */
export function PageHeader({ back, isBeside = false }: PageHeaderProps) {
  const { t } = useWords();
  const [choosing, setChoosing] = useState(false);
  const choose = () => startTransition(() => setChoosing(true));
  const profile = activeProfile(useStudent());
  useEffect(() => showJapanese(profile?.name ?? ''), [profile?.name]);
  return (
    <header className="page-header" data-beside={isBeside || undefined}>
      <nav className="page-header-group" aria-label={plain(t('navigation'))}>
        {typeof back === 'string' && (
          <Link className="button button-small" to={back}>
            <BackFace />
          </Link>
        )}
        {typeof back === 'function' && (
          <button type="button" className="button button-small" onClick={back}>
            <BackFace />
          </button>
        )}
        <Link className="button button-small" to={homePath(profile)}>
          <Icon name="home" size={34} />
          <span>
            <Words text={t('home')} />
          </span>
        </Link>
      </nav>
      <UnsentChip />
      <div className="page-header-group">
        <button type="button" className="button button-small" aria-haspopup="dialog" onClick={choose}>
          <Icon name="globe" size={34} />
          <span>
            <Words text={t('languages')} />
          </span>
        </button>
        {profile && <ProfileButton animal={profile.animal} name={profile.name} />}
      </div>
      {choosing && <LanguageSheet onClose={() => setChoosing(false)} />}
    </header>
  );
}

function ProfileButton({
  animal,
  name,
}: {
  readonly animal: Parameters<typeof Animal>[0]['name'];
  readonly name: string;
}) {
  const { t } = useWords();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (
    <button
      type="button"
      className="button button-small page-header-profile"
      aria-label={plain(t('changeProfile', { name }))}
      // The profiles page itself decides whether the profile stays active. If this click did it, the entry rule would
      // leave the page first.
      onClick={() => navigate(paths.profiles(), { state: handOver(pathname + search) })}
    >
      <Animal name={animal} size={38} />
      <span className="page-header-name">{name}</span>
    </button>
  );
}
