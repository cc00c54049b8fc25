import { useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { local, readStored, writeStored } from '#web/shared/storage.ts';

const query = () => window.matchMedia('(max-width: 599px)');

function subscribe(listener: () => void): () => void {
  const found = query();
  found.addEventListener('change', listener);
  return () => found.removeEventListener('change', listener);
}

/** Below 600 px the navigation covers the page. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => query().matches);
}

const key = 'sideNavigationOpen';

/** The navigation's width, remembered on this device. On a phone the navigation covers the page; a choice closes it. */
export function useNavigationOpen(): readonly [boolean, (open: boolean) => void] {
  const phone = usePhone();
  const { pathname } = useLocation();
  const [wide, setWide] = useState(() => readStored(local, key) !== false);
  const [openedOn, setOpenedOn] = useState<string>();
  if (phone) return [openedOn === pathname, (open) => setOpenedOn(open ? pathname : undefined)];
  return [
    wide,
    (open) => {
      setWide(open);
      writeStored(local, key, open);
    },
  ];
}
