import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

// node .launch/image.mjs FOLDER: puts what the container image holds into a folder, after a build.
register();
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { assembleImage } = await import('./image.ts');
await assembleImage({ root, folder: resolve(process.argv[2] ?? 'image') });
