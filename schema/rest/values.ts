import { z } from 'zod';
import { isVisible } from '../rules/visible-text.ts';
import { type Entity, means } from './meanings.ts';

/** UUID version 7, as every row's id. In lower case, as the database spells it, so that two of one row are equal. */
export const id = z.uuid({ error: 'messages.invalidValue' }).toLowerCase();

/** The id of one of these. */
export const idOf = (entity: Entity) => means(id, { entity });

/** An id that must be given; `missing` is the key when it is not. */
export function requiredId(entity: Entity, missing: string) {
  return means(z.string({ error: missing }).min(1, { error: missing }).pipe(id), { entity });
}

/** At least 128 random bits in URL-safe characters; older printed codes may be longer. */
export const hashCode = z.string().regex(/^[\w-]{1,64}$/, { error: 'messages.invalidValue' });

/** The hash code of one of these. */
export const hashCodeOf = (entity: Entity, field = 'hashCode') => means(hashCode, { entity, field });

/** The version of a row as it was read; a change of an older one answers 409. */
export const versionOf = (entity: Entity) => means(z.int().min(1), { entity, field: 'version' });

/** A calendar day, `2026-04-01`, in the school's time zone. There was no year 0, and PostgreSQL knows it. */
export const date = z.iso
  .date({ error: 'messages.invalidDate' })
  .refine((day) => !day.startsWith('0000'), { error: 'messages.invalidDate' });

/** An instant, ISO 8601 in UTC. */
export const dateTime = z.iso.datetime({ error: 'messages.invalidDate' });

// A NUL cannot be stored by PostgreSQL, and a lone surrogate is no text at all.
// `isWellFormed` came with Safari 16.4 and Firefox 119, and the forms of the web app go by these rules too.
const wellFormed = (text: string): boolean => !text.includes('\u0000') && !/\p{Surrogate}/u.test(text);

/** Free text that can be stored and comes back identical; `noText` is the key where there is none. */
export function text(maximum: number, noText = 'messages.invalidValue') {
  return z
    .string({ error: noText })
    .max(maximum, { error: 'messages.valueTooLong' })
    .refine(wellFormed, { error: 'messages.invalidValue' });
}

/** A file behind a short-lived signed path on the gateway. */
export const fileLink = z.object({ url: z.string(), fileName: z.string() });
export type FileLink = z.infer<typeof fileLink>;

/** The pictures of a QR code: `svg` for print, `png` 24 pixels to a module. */
export const qrCode = z.object({ svg: fileLink, png: fileLink });

/** Text that must show something; `missing` is the key when it does not. Spaces around it are dropped. */
export function requiredText(maximum: number, missing: string) {
  return z
    .string({ error: missing })
    .trim()
    .min(1, { error: missing })
    .refine(isVisible, { error: missing })
    .max(maximum, { error: 'messages.valueTooLong' })
    .refine(wellFormed, { error: 'messages.invalidValue' });
}

/** A day that must be given; `missing` is the key when it is not. */
export function requiredDate(missing: string) {
  return means(z.string({ error: missing }).min(1, { error: missing }).pipe(date), { text: 'day' });
}

/** An id that the caller makes, so that a call sent again is known. */
export const newUuid = means(z.uuid({ error: 'messages.invalidValue' }), { text: 'newUuid' });

/** The rows of a list in the order they are to have. */
export const idsInOrder = (entity: Entity) =>
  z.array(idOf(entity), { error: 'messages.invalidValue' }).max(2000, { error: 'messages.tooManyAtOnce' });
