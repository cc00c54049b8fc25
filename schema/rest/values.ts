import { z } from 'zod';
import { isVisible } from '../rules/visible-text.ts';
import { type Entity, means } from './meanings.ts';

/** UUID version 7, as every row's id. In lower case, as the database spells it, so that two of one row are equal. */
export const id = z.uuid({ error: 'messages.invalidValue' }).toLowerCase();

/** The id of an entity. */
export const idOf = (entity: Entity) => means(id, { entity });

/** A required id; `missing` is the message key when it is absent. */
export function requiredId(entity: Entity, missing: string) {
  return means(z.string({ error: missing }).min(1, { error: missing }).pipe(id), { entity });
}

/** At least 128 random bits in URL-safe characters; older printed codes may be longer. */
export const hashCode = z.string().regex(/^[\w-]{1,64}$/, { error: 'messages.invalidValue' });

/** The hash code of an entity. */
export const hashCodeOf = (entity: Entity, field = 'hashCode') => means(hashCode, { entity, field });

/** The version of a row as it was read; a change of an older version answers 409. */
export const versionOf = (entity: Entity) => means(z.int().min(1), { entity, field: 'version' });

// Year 0 does not exist and PostgreSQL refuses it.
const hasYear = (text: string): boolean => !text.startsWith('0000');

/** A calendar day, `2026-04-01`, in the school's time zone. */
export const date = z.iso.date({ error: 'messages.invalidDate' }).refine(hasYear, { error: 'messages.invalidDate' });

/** An instant, ISO 8601 in UTC. */
export const dateTime = z.iso
  .datetime({ error: 'messages.invalidDate' })
  .refine(hasYear, { error: 'messages.invalidDate' });

// PostgreSQL cannot store a NUL, and a lone surrogate is invalid text. `isWellFormed` needs Safari 16.4 or Firefox 119,
// and the web app's forms use these rules too.
const wellFormed = (text: string): boolean => !text.includes('\u0000') && !/\p{Surrogate}/u.test(text);

/** For `superRefine`: a rule that returns the message key of a text's problem, or null. */
export const follows =
  (rule: (text: string) => string | null) =>
  (value: string, context: z.core.$RefinementCtx<string>): void => {
    const message = rule(value);
    if (message) context.addIssue({ code: 'custom', message });
  };

/** Free text that the database can store unchanged, blanks around it too (`trimmedText` drops them); `noText` is the message key for anything else. */
export function text(maximum: number, noText = 'messages.invalidValue') {
  return z
    .string({ error: noText })
    .max(maximum, { error: 'messages.valueTooLong' })
    .refine(wellFormed, { error: 'messages.invalidValue' });
}

/** The same, trimmed before it is measured. */
export function trimmedText(maximum: number, noText = 'messages.invalidValue') {
  return z
    .string({ error: noText })
    .trim()
    .max(maximum, { error: 'messages.valueTooLong' })
    .refine(wellFormed, { error: 'messages.invalidValue' });
}

/** A file behind a short-lived signed path on the gateway. */
export const fileLink = z.object({ url: z.string(), fileName: z.string() });
export type FileLink = z.infer<typeof fileLink>;

/** A page's picture with its size in pixels, and the paths of the same picture as a WebP of the size of a screen. */
export const pagePicture = fileLink.extend({
  width: z.int(),
  height: z.int(),
  /** Neither side exceeds 1,280 pixels. */
  phoneUrl: z.string(),
  /** Neither side exceeds 2,048 pixels. */
  tabletUrl: z.string(),
});
export type PagePicture = z.infer<typeof pagePicture>;

/** The pictures of a QR code: `svg` for print, `png` 24 pixels to a module. */
export const qrCode = z.object({ svg: fileLink, png: fileLink });

/** Required text with visible characters, trimmed; `missing` is the message key without any. */
export function requiredText(maximum: number, missing: string) {
  return z
    .string({ error: missing })
    .trim()
    .min(1, { error: missing })
    .refine(isVisible, { error: missing })
    .max(maximum, { error: 'messages.valueTooLong' })
    .refine(wellFormed, { error: 'messages.invalidValue' });
}

/** A required day; `missing` is the message key when it is absent. */
export function requiredDate(missing: string) {
  return means(z.string({ error: missing }).min(1, { error: missing }).pipe(date), { text: 'day' });
}

/**
 * The id of a row in the school's own system. Letter case counts. Unique among the rows of its kind that are not
 * deleted. Null for no id, and so is an empty text.
 */
export const externalId = means(
  trimmedText(200)
    .nullish()
    .transform((given) => given || null),
  { text: 'externalId' },
);

/** Rows that are looked up by a text of theirs; at most 100, so that the address stays short. */
export const lookedUp = z.array(trimmedText(254)).max(100, { error: 'messages.tooManyAtOnce' }).default([]);

/** An idempotency key of the caller, by which a repeated call is recognised. */
export const newUuid = means(z.uuid({ error: 'messages.invalidValue' }), { text: 'newUuid' });

/** The ids of a list's rows in their new order. */
export const idsInOrder = (entity: Entity) =>
  z.array(idOf(entity), { error: 'messages.invalidValue' }).max(2000, { error: 'messages.tooManyAtOnce' });

/** A second call of the same person with the same key creates nothing, and answers the row of the first one. */
export const idempotencyKey = means(trimmedText(200).min(1, { error: 'messages.valueTooShort' }).optional(), {
  text: 'idempotencyKey',
});
