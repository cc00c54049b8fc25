import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { local, readStored, writeStored } from '#web/shared/storage.ts';
import { usePhone } from './use-phone.ts';

const key = 'sideNavigationOpen';

/** Wide or narrow, remembered on this device. On a phone it lies over the page, and a choice closes it. */
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
