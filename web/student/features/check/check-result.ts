import type { DeviceTrouble } from '#web/student/platform/device/device-trouble.ts';

/** All checks, in the order of the page. */
export const checks = ['sound', 'microphone', 'camera', 'storage', 'speed', 'youtube', 'wordwall'] as const;
export type Check = (typeof checks)[number];

/** The advice for a failed check. */
export type Advice =
  | `device-${DeviceTrouble}`
  | 'sound-silent'
  | 'storage-closed'
  | 'speed-slow'
  | 'speed-offline'
  | 'youtube-blocked'
  | 'wordwall-blocked';

/** The state of a check. `asking`: the person at the device gives the result. */
export type CheckResult =
  | { readonly step: 'waiting' | 'running' | 'asking' }
  | { readonly step: 'good'; /** Mbit/s, where they were measured. */ readonly speed?: number }
  | { readonly step: 'bad'; readonly advice: Advice; readonly speed?: number };

export const good: CheckResult = { step: 'good' };
export const bad = (advice: Advice): CheckResult => ({ step: 'bad', advice });
