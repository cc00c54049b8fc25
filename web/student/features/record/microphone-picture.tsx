import { Icon, type IconName } from '#web/student/ui/art/icons.tsx';
import type { RecordTrouble } from './record-trouble.ts';

/** The expression of the microphone in the picture. */
export type Mood = RecordTrouble | 'ready' | 'asking' | 'hearing';

const badges = {
  ready: undefined,
  asking: 'question',
  hearing: 'speaker',
  refused: 'lock',
  missing: 'plug',
  busy: 'waiting',
  unsupported: 'close',
  unloaded: 'plug',
} as const satisfies Record<Mood, IconName | undefined>;

/** A picture of the microphone with a sign for its state. */
export function MicrophonePicture({ mood }: { readonly mood: Mood }) {
  const badge = badges[mood];
  return (
    <span className="microphone-picture" data-mood={mood}>
      <Icon name="microphone" size={56} />
      {badge && (
        <span className="picture-badge">
          <Icon name={badge} size={24} />
        </span>
      )}
    </span>
  );
}
