import type { Page } from 'playwright-core';
import type { Posting } from '#web/student/platform/sending/work.ts';

/** A picture that waits on a device to be sent. */
export const picture = {
  kind: 'image',
  id: 'work',
  clientId: 'client',
  profileId: 'hana',
  madeAt: 1,
  requestId: null,
  classHashCode: 'class',
  stuck: null,
  classId: 'c',
  lessonId: 'l',
  title: '',
  type: 'image/jpeg',
  bytes: new ArrayBuffer(8),
  thumbnail: null,
} satisfies Posting;

/** Puts a picture of a child's on the device, that waits for what the child says as the server refused it. */
export async function keepWaiting(page: Page, profileId: string): Promise<void> {
  const work = { ...picture, profileId, stuck: 'sendWallFull', bytes: undefined };
  await page.evaluate(
    (kept) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('manabook-recordings', 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore('recordings', { keyPath: 'id' });
        opening.onerror = () => reject(new Error('no store'));
        opening.onsuccess = () => {
          const putting = opening.result.transaction('recordings', 'readwrite');
          putting.objectStore('recordings').put({ ...kept, bytes: new ArrayBuffer(8) });
          putting.oncomplete = () => {
            opening.result.close();
            localStorage.setItem('worksToSend', JSON.stringify([kept.id]));
            resolve();
          };
        };
      }),
    work,
  );
}

/** The files of the works that the device keeps. */
export async function keptFiles(page: Page): Promise<Buffer[]> {
  const files = await page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('manabook-recordings');
        opening.onerror = () => reject(new Error('no store'));
        opening.onsuccess = () => {
          const asked = opening.result.transaction('recordings').objectStore('recordings').getAll();
          asked.onsuccess = () => {
            const works = asked.result as { bytes: ArrayBuffer }[];
            const letters = works.map(({ bytes }) =>
              Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''),
            );
            resolve(letters.map(btoa));
          };
          opening.result.close();
        };
      }),
  );
  return files.map((file) => Buffer.from(file, 'base64'));
}
