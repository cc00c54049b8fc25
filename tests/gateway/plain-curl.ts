import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';

// What of curl the examples use, for machines without it.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: 'boolean', short: 's' },
    'show-error': { type: 'boolean', short: 'S' },
    fail: { type: 'boolean' },
    header: { type: 'string', short: 'H', multiple: true },
    data: { type: 'string' },
    form: { type: 'string', short: 'F', multiple: true },
    output: { type: 'string', short: 'o' },
    'dump-header': { type: 'string', short: 'D' },
  },
});

async function formOf(parts: readonly string[]): Promise<FormData> {
  const form = new FormData();
  for (const part of parts) {
    const [name = ''] = part.split('=', 1);
    const value = part.slice(name.length + 1);
    if (value.startsWith('@')) {
      const [path = '', type = ''] = value.slice(1).split(';type=');
      form.append(name, new Blob([await readFile(path)], { type }), basename(path));
    } else form.append(name, value);
  }
  return form;
}

const headers = new Headers();
for (const header of values.header ?? []) {
  const [name = ''] = header.split(':', 1);
  headers.append(name, header.slice(name.length + 1).trim());
}
const body = values.form ? await formOf(values.form) : values.data;
const response = await fetch(positionals[0] ?? '', { method: body === undefined ? 'GET' : 'POST', headers, body });
const content = Buffer.from(await response.arrayBuffer());
if (values['dump-header'] !== undefined) {
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`);
  await writeFile(values['dump-header'], `HTTP/1.1 ${response.status}\r\n${lines.join('')}\r\n`);
}
if (values.fail && !response.ok) {
  console.error(`curl: (22) The requested URL returned error: ${response.status}`);
  process.exit(22);
}
if (values.output === undefined) process.stdout.write(content);
else await writeFile(values.output, content);
