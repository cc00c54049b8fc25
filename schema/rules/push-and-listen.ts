import { z } from 'zod';
import { requiredId, requiredText } from '../rest/values.ts';

// The name ends a link's path: dots alone or a slash would lead elsewhere.
const isFileName = (name: string): boolean => !/[/\\\p{Cc}]/u.test(name) && !/^\.+$/.test(name);

const percent = z.number({ error: 'messages.invalidValue' }).min(0, { error: 'messages.spotOffPage' });

// Adding two rounded percentages may gain a hundredth.
const end = 100.01;

/** A rectangle on the page picture, in percent of its width and height, inside it. */
export const spotRules = z
  .object({
    x: percent,
    y: percent,
    width: percent.positive({ error: 'messages.spotOffPage' }),
    height: percent.positive({ error: 'messages.spotOffPage' }),
  })
  .refine(({ x, y, width, height }) => x + width <= end && y + height <= end, { error: 'messages.spotOffPage' });

/** The plain fields of a Push and Listen item (see `plain-fields.ts`). */
export const pushAndListenFields = {
  name: requiredText(200, 'messages.itemNameRequire'),
};

/** Section 5's rules of a Push and Listen item, for the form and for the API. */
export const pushAndListenRules = z.object({
  ...pushAndListenFields,
  audioId: requiredId('sound', 'messages.audioRequire'),
  /** Left out, the name that the sound was uploaded by. */
  fileName: requiredText(255, 'messages.invalidFileName')
    .refine(isFileName, { error: 'messages.invalidFileName' })
    .nullable()
    .default(null),
  /** Null is an item for the list alone. */
  spot: spotRules.nullable().default(null),
});
export type PushAndListenValues = z.output<typeof pushAndListenRules>;
