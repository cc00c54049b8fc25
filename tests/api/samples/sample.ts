import type { Sent } from '../school.ts';
import type { Scene } from './scene.ts';

/** A valid call and its rows. */
export type RightCall = Sample & { readonly scene: Scene };

/**
 * One valid call of an operation; with a token when the call concerns the caller's own rows, such as a profile's post
 * or a session's end.
 */
export type Sample = Omit<Sent, 'body'> & { readonly body?: Readonly<Record<string, unknown>> };
