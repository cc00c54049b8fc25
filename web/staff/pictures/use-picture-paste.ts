import { useEffect, useRef } from 'react';

/** Takes a picture that is pasted anywhere on the page; pasted text stays text. */
export function usePicturePaste(take: (file: File) => void): void {
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });

  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const file = event.clipboardData?.files[0];
      const inDialog = document.querySelector('.bp6-dialog') !== null;
      if (file === undefined || inDialog || !file.type.startsWith('image/')) return;
      event.preventDefault();
      latest.current(file);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
}
