import type { SettingsOf } from '../settings/read.ts';

/**
 * The other services that pages may call. Both servers read them: /api sends the pages their addresses, and the
 * gateway's content security policy allows the pages to reach them.
 */
export const serviceSettings = ({
  IP_LOOKUP_URL,
  TELEMETRY_URL,
}: Pick<SettingsOf<'api' | 'gateway'>, 'IP_LOOKUP_URL' | 'TELEMETRY_URL'>) => ({
  ipLookupUrl: IP_LOOKUP_URL === 'off' ? null : IP_LOOKUP_URL,
  telemetryUrl: TELEMETRY_URL ?? null,
});
