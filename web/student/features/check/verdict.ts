import type { DeviceTrouble } from '#web/student/platform/device/device-trouble.ts';

/** What is looked at, in the order of the page. */
export const checks = ['sound', 'microphone', 'camera', 'storage', 'speed', 'youtube', 'wordwall'] as const;
export type Check = (typeof checks)[number];

/** What to do about a check that failed. */
export type Advice =
  | `device-${DeviceTrouble}`
  | 'sound-silent'
  | 'storage-closed'
  | 'speed-slow'
  | 'speed-offline'
  | 'youtube-blocked'
  | 'wordwall-blocked';

/** How a check stands; `asking`: only who looks and listens can tell. */
export type Verdict =
  | { readonly step: 'waiting' | 'running' | 'asking' }
  | { readonly step: 'good'; /** Mbit/s, where they were measured. */ readonly speed?: number }
  | { readonly step: 'bad'; readonly advice: Advice; readonly speed?: number };

export const good: Verdict = { step: 'good' };
export const bad = (advice: Advice): Verdict => ({ step: 'bad', advice });
