import { nameErrors } from '#schema/rules/names.ts';
import { invalid } from './problems.ts';

/** Answers 400 for names that break their rule, by field (see `nameErrors`). */
export function assertNames(...checked: Parameters<typeof nameErrors>): void {
  const errors = nameErrors(...checked);
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
