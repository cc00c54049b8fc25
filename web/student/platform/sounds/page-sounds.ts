import { useEffect, useState } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { patterns } from '#web/shared/paths.ts';
import { onMuteChange } from './mute.ts';
import { isPreview } from '#web/student/platform/preview.ts';
import type { SoundControls } from './start-sounds.ts';

/** The pages that have music (section 2). */
export const hasMusic = (pathname: string, search: string): boolean =>
  !isPreview(search) &&
  [patterns.studentContent, patterns.communityPreview].some((pattern) => matchPath(pattern, pathname) !== null);

/** Loads music and tap sounds on the first tap. Renders nothing. */
export function PageSounds(): null {
  const { pathname, search } = useLocation();
  const [sounding, setSounding] = useState<SoundControls>();
  const music = hasMusic(pathname, search);

  useEffect(() => {
    let ignore = false;
    let started: SoundControls | undefined;
    /** The path where something was heard or spoken before the code of the sounds was loaded. */
    let soundedOn: string | undefined;
    const noteSound = () => (soundedOn = window.location.pathname);
    const onPlay = ({ target }: Event) => target instanceof HTMLMediaElement && !target.muted && noteSound();
    document.addEventListener('play', onPlay, { capture: true });
    const unsubscribe = onMuteChange(noteSound);
    const stopNoting = () => {
      document.removeEventListener('play', onPlay, { capture: true });
      unsubscribe();
    };

    const begin = () => {
      const { pathname: path, search: query } = window.location;
      import('./start-sounds.ts').then(
        ({ startSounds }) => {
          if (ignore) return;
          stopNoting();
          const page = { path, hasMusic: hasMusic(path, query) };
          started = startSounds({ page, hasSounded: soundedOn === path });
          setSounding(started);
        },
        // Silent on failure, since pages work without sounds.
        () => undefined,
      );
    };
    document.addEventListener('click', begin, { capture: true, once: true });
    return () => {
      ignore = true;
      stopNoting();
      document.removeEventListener('click', begin, { capture: true });
      started?.end();
    };
  }, []);

  useEffect(() => sounding?.showPage({ path: pathname, hasMusic: music }), [sounding, music, pathname]);
  return null;
}
