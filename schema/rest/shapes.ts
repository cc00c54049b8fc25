import { z } from 'zod';

/** A declaration without defaults, transforms, null and optionality. */
export function unwrapped(declared: unknown): unknown {
  let inner = declared;
  for (;;) {
    if (inner instanceof z.ZodDefault || inner instanceof z.ZodOptional || inner instanceof z.ZodNullable)
      inner = inner.unwrap();
    else if (inner instanceof z.ZodPipe) inner = inner.in;
    else return inner;
  }
}

/** The members of an object's declaration; none for other types. */
export function shapeOf(declared: unknown): Readonly<Record<string, z.ZodType>> {
  const inner = unwrapped(declared);
  return inner instanceof z.ZodObject ? inner.shape : {};
}

/** Whether a value is optional. */
export function acceptsNothing(declared: unknown): boolean {
  return declared instanceof z.ZodType && declared.safeParse(undefined).success;
}
