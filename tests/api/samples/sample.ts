import type { Sent } from '../school.ts';
import type { Scene } from './scene.ts';

/** A right call, and the rows that it is about. */
export type RightCall = Sample & { readonly scene: Scene };

/** One right call of an operation. With a token it is that caller's own affair: a profile's post, a session's end. */
export type Sample = Omit<Sent, 'body'> & { readonly body?: Readonly<Record<string, unknown>> };
