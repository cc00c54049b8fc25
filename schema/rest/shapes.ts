import { z } from 'zod';

/** The declaration of a value without defaults, transforms and what lets it be null or absent. */
export function unwrapped(declared: unknown): unknown {
  let inner = declared;
  for (;;) {
    if (inner instanceof z.ZodDefault || inner instanceof z.ZodOptional || inner instanceof z.ZodNullable)
      inner = inner.unwrap();
    else if (inner instanceof z.ZodPipe) inner = inner.in;
    else return inner;
  }
}

/** The members of a declared object; none of anything else. */
export function shapeOf(declared: unknown): Readonly<Record<string, z.ZodType>> {
  const inner = unwrapped(declared);
  return inner instanceof z.ZodObject ? inner.shape : {};
}

/** Whether a value may be left out. */
export function acceptsNothing(declared: unknown): boolean {
  return declared instanceof z.ZodType && declared.safeParse(undefined).success;
}
