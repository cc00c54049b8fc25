/**
 * The path of the first text that PostgreSQL cannot store (with a NUL or a lone surrogate); the last check behind the
 * rules.
 */
export function unstorableField(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    const found = unstorableField(part, path === '' ? name : `${path}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
