import { z } from 'zod';
import { staffOf } from '../access.ts';
import { operation } from './operation.ts';
import { fileLink, id } from './values.ts';

/** A textbook by name, as pickers and rows show it. */
export const textBookName = z.object({ id, name: z.string(), shortCode: z.string(), thumbnail: fileLink.nullable() });

export const allTextBooks = operation({
  name: 'allTextBooks',
  method: 'GET',
  path: '/TextBook/all',
  summary: 'Every published textbook, by name, for pickers.',
  access: staffOf('classes'),
  response: z.array(textBookName),
});
