import type { FilePart, Operation } from '#schema/rest/operation.ts';
import { picture } from '#tests/support/media-samples.ts';
import type { Sample } from './sample.ts';

/** A call that is right but for one file, and what it is answered with. */
export interface BadFile {
  readonly title: string;
  readonly field: string;
  readonly status: 400 | 413 | 415;
  readonly sample: Sample;
}

// A picture is an invalid sound, video and table; a text is an invalid picture.
const wrongContent = async ({ kind }: FilePart): Promise<Buffer> =>
  kind === 'image' ? Buffer.from('This is no picture.') : picture('png');

/** For every file of an operation's form: empty, of another kind, a byte too large, and missing. */
export async function badFiles({ form }: Operation, sample: Sample): Promise<BadFile[]> {
  const cases = await Promise.all(
    Object.entries(form?.files ?? {}).map(async ([field, part]): Promise<BadFile[]> => {
      const right = Object.values(sample.files ?? {})[0]?.fileName ?? 'file';
      const having = (content: Buffer): Sample => ({
        ...sample,
        files: { ...sample.files, [field]: { content, fileName: right } },
      });
      const { [field]: _, ...others } = sample.files ?? {};
      const wrong: BadFile[] = [
        { title: 'of another kind', field, status: 415, sample: having(await wrongContent(part)) },
        { title: 'too large', field, status: 413, sample: having(Buffer.alloc(part.maximum + 1)) },
      ];
      // An optional file may also be empty.
      if (part.optional) return wrong;
      return [
        ...wrong,
        { title: 'empty', field, status: 400, sample: having(Buffer.alloc(0)) },
        { title: 'missing', field, status: 400, sample: { ...sample, files: others } },
      ];
    }),
  );
  return cases.flat();
}
