import type { Say } from '#api/ground/words.ts';
import type { SystemCheck, SystemState } from '#schema/rest/system.ts';

const marks: Readonly<Record<SystemState, string>> = { right: '✓', warning: '!', wrong: '✗' };

/** Formats the checks for a terminal: each finding with its remedy below. */
export function report(checks: readonly SystemCheck[], say: Say): string {
  const lines = checks.flatMap((check) => {
    const values = Object.fromEntries(check.values.map(({ name, value }) => [name, value]));
    const key = wordsOf(check);
    const finding = `${marks[check.state]} ${say(`${check.check}Title`)}: ${say(key, values)}`;
    return check.state === 'right' ? [finding] : [finding, `    → ${say(`${key}Advice`, values)}`];
  });
  return [...lines, '', summary(checks, say)].join('\n');
}

/** The locale key of a finding. */
const wordsOf = ({ check, finding }: SystemCheck): string =>
  finding === 'unanswered' ? finding : `${check}${finding.charAt(0).toUpperCase()}${finding.slice(1)}`;

function summary(checks: readonly SystemCheck[], say: Say): string {
  const count = (wanted: SystemState): number => checks.filter(({ state }) => state === wanted).length;
  const [wrong, warnings] = [count('wrong'), count('warning')];
  const parts = [
    ...(wrong > 0 ? [say('wrongCount', { count: wrong })] : []),
    ...(warnings > 0 ? [say('warningCount', { count: warnings })] : []),
  ];
  return parts.length === 0 ? say('allRight') : parts.join(', ');
}
