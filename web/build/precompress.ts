import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(?:js|css|html|svg|json|webmanifest|txt)$/;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Writes `.br` and `.gz` beside every text asset, so that the gateway does not compress at run time. */
export function precompress(): Plugin {
  return {
    name: 'manabook-precompress',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) return;
      const files = new Set(await readdir(dir, { recursive: true }));
      for (const file of files) {
        // Skips files that another build into the same folder has compressed, and manifests, which are not served.
        const mine = file in bundle || !files.has(`${file}.br`);
        if (mine && compressible.test(file) && !file.startsWith('.vite')) await compress(join(dir, file));
      }
    },
  };
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < 512) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await writeFile(`${path}.br`, await brotli(bytes, { params }));
  await writeFile(`${path}.gz`, await gzipped(bytes, { level: 9 }));
}
