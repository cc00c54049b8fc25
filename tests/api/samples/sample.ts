import type { CallerKind } from '#schema/access.ts';
import type { Sent } from '../school.ts';
import type { Place } from './place.ts';

/** One right call of an operation. With a token it is that caller's own affair: a profile's post, a session's end. */
export type Sample = Omit<Sent, 'body'> & { readonly body?: Readonly<Record<string, unknown>> };

/** Makes a right call on rows of its own, so that calls do not meet; `caller` is who will send it. */
export type MakeSample = (place: Place, caller: CallerKind) => Promise<Sample> | Sample;

export type Samples = Readonly<Record<string, MakeSample>>;

/** A call that needs nothing. */
export const bare: MakeSample = () => ({});
