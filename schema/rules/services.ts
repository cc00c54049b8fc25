import type { SettingsOf } from '../settings/read.ts';

/**
 * The services beside this one that pages may call, as both servers read them: the /api tells pages of them, and the
 * gateway's policy lets pages reach them.
 */
export const serviceSettings = ({
  IP_LOOKUP_URL,
  TELEMETRY_URL,
}: Pick<SettingsOf<'api' | 'gateway'>, 'IP_LOOKUP_URL' | 'TELEMETRY_URL'>) => ({
  ipLookupUrl: IP_LOOKUP_URL === 'off' ? null : IP_LOOKUP_URL,
  telemetryUrl: TELEMETRY_URL ?? null,
});
