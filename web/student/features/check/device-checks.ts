import { troubleOf } from '#web/student/platform/device/device-trouble.ts';
import { bad, good, type CheckResult } from './check-result.ts';

/** Requests the microphone or the camera and closes it at once. */
export async function checkDevice(wanted: MediaStreamConstraints): Promise<CheckResult> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia(wanted);
    for (const track of stream.getTracks()) track.stop();
    return good;
  } catch (error) {
    return bad(`device-${troubleOf(error)}`);
  }
}

const trial = 'device-check';

/** Writes to localStorage and to IndexedDB, where pages store profiles and recordings. */
export async function checkStorage(): Promise<CheckResult> {
  try {
    localStorage.setItem(trial, trial);
    localStorage.removeItem(trial);
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(trial);
      opening.onsuccess = () => {
        opening.result.close();
        indexedDB.deleteDatabase(trial);
        resolve();
      };
      opening.onerror = () => reject(new Error('No database on this device'));
    });
    return good;
  } catch {
    return bad('storage-closed');
  }
}

/** Plays two soft tones; the teacher answers whether they were audible. Silent without Web Audio. */
export function playTones(): void {
  try {
    const context = new AudioContext();
    context.resume().catch(() => undefined);
    [523, 784].forEach((frequency, index) => {
      const start = context.currentTime + 0.1 + index * 0.5;
      const tone = new OscillatorNode(context, { frequency });
      const gain = new GainNode(context, { gain: 0.3 });
      gain.gain.setTargetAtTime(0, start + 0.1, 0.15);
      tone.connect(gain).connect(context.destination);
      tone.start(start);
      tone.stop(start + 0.9);
      if (index === 1) tone.onended = () => void context.close();
    });
  } catch {
    // The teacher answers that there was no sound.
  }
}
