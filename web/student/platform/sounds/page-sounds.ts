import { useEffect, useState } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { patterns } from '#web/shared/paths.ts';
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
    const begin = () => {
      const tapped = hasMusic(window.location.pathname, window.location.search);
      import('./start-sounds.ts').then(
        ({ startSounds }) => {
          if (ignore) return;
          started = startSounds(tapped);
          setSounding(started);
        },
        // Silent on failure, since pages work without sounds.
        () => undefined,
      );
    };
    document.addEventListener('click', begin, { capture: true, once: true });
    return () => {
      ignore = true;
      document.removeEventListener('click', begin, { capture: true });
      started?.end();
    };
  }, []);

  useEffect(() => sounding?.setMusicPage(music), [sounding, music, pathname]);
  return null;
}
