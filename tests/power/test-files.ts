import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The test files of a checkout that these globs mean; `*` stands for anything but `/`, `[abc]` for one of these. */
export async function testFiles(root: string, globs: readonly string[]): Promise<string[]> {
  const names = await readdir(join(root, 'tests'), { recursive: true });
  const tests = names.map((name) => `tests/${name}`).filter((name) => /\.test\.tsx?$/.test(name));
  return tests.filter((name) => globs.some((glob) => patternOf(glob).test(name))).sort();
}

/** The source files of a checkout that are one of these, or lie below them. */
export async function sourceFilesOf(root: string, sources: readonly string[]): Promise<string[]> {
  const found = sources.map(async (source) => {
    if (!source.endsWith('/')) return [source];
    const names = await readdir(join(root, source), { recursive: true });
    return names.filter((name) => /(?<!\.generated|\.d)\.tsx?$/.test(name)).map((name) => source + name);
  });
  return (await Promise.all(found)).flat().sort();
}

function patternOf(glob: string): RegExp {
  const parts = glob.split('*').map((part) => part.replaceAll(/[.]/g, '\\.'));
  return new RegExp(`^${parts.join('[^/]*')}${glob.endsWith('*') ? '' : '$'}`);
}
