import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';

/** A root as the build leaves it: the contract, the words and, unless told otherwise, a small web app. Removed with the test. */
export async function makeRoot({ built = true } = {}): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'manabook-root-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await symlink(resolve('schema'), join(root, 'schema'));
  await cp(resolve('locales'), join(root, 'locales'), { recursive: true });
  if (!built) return root;
  await writeWeb(root, 'index.html', '<!doctype html><title>Manabook</title>');
  await writeWeb(root, 'student.html', studentHtml);
  await writeWeb(root, '.vite/student-pages.json', JSON.stringify(studentPages));
  await writeWeb(root, 'favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeWeb(root, 'assets/main-a1b2c3.js', 'export const answer = 42;');
  return root;
}

const studentHtml = `<!doctype html>
<html lang="en"><head><title>Manabook for children</title><link rel="icon" href="/favicon.svg"></head>
<body><div id="root"><div class="student"></div></div></body></html>`;

const studentPages = {
  pages: [
    { path: '/student/unit-list', scripts: ['/assets/units-a1.js'], styles: [] },
    {
      path: '/student/content/:contentHashCode',
      scripts: ['/assets/content-a1.js'],
      styles: ['/assets/content-a1.css'],
    },
  ],
  texts: {
    en: { unitNumber: 'Unit {{number}}', page: 'Page {{page}}', nextPage: 'Next page' },
    jp: { unitNumber: 'ユニット {{number}}', page: '{{page}}ページ', nextPage: 'つぎの ページ' },
  },
  words: { en: ['/locales/en/student.json?v=1'], jp: ['/locales/jp/student.json?v=1'] },
};

async function writeWeb(root: string, name: string, text: string): Promise<void> {
  const path = join(root, 'dist', 'web', name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  await writeFile(`${path}.br`, brotliCompressSync(text));
  await writeFile(`${path}.gz`, gzipSync(text));
}
