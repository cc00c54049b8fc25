import type { TFunction } from 'i18next';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** A length of time in its two largest units: `45 s`, `3 min 5 s`, `12 h 40 min`. The words are in `reports`. */
export function lengthInWords(milliseconds: number, t: TFunction<'reports'>): string {
  const whole = Math.round(milliseconds / second) * second;
  const hours = Math.floor(whole / hour);
  const minutes = Math.floor((whole % hour) / minute);
  const seconds = Math.floor((whole % minute) / second);
  if (hours > 0) return t('hoursMinutes', { hours, minutes });
  return minutes > 0 ? t('minutesSeconds', { minutes, seconds }) : t('seconds', { seconds });
}
