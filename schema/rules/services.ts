import { z } from 'zod';

/**
 * The services beside this one that pages may call, as both servers read them: the /api tells pages of them, and the
 * gateway's policy lets pages reach them.
 */
export const serviceEnvironment = {
  /** A path of this site, another's URL, or `off`. */
  IP_LOOKUP_URL: z
    .union([z.literal('off'), z.string().regex(/^\/(?![/\\])/), z.url({ protocol: /^https?$/ })], {
      error: 'A path such as /ip?format=json, a URL, or off',
    })
    .default('/ip?format=json'),
  TELEMETRY_URL: z.url({ protocol: /^https?$/ }).optional(),
};

type ServiceValues = z.output<z.ZodObject<typeof serviceEnvironment>>;

/** The same as settings. */
export const serviceSettings = ({ IP_LOOKUP_URL, TELEMETRY_URL }: ServiceValues) => ({
  ipLookupUrl: IP_LOOKUP_URL === 'off' ? null : IP_LOOKUP_URL,
  telemetryUrl: TELEMETRY_URL ?? null,
});
