import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

// Linux has 108 bytes for a socket's address. Older releases of Node fill a shorter name up with NULs and newer ones do
// not, so that one name would be two addresses. A name that fills all bytes is the same address to both.
const LINUX_ADDRESS_BYTES = 108;

/**
 * A lock on a folder is a local socket that its holder listens on. The system frees it when the holder dies, two
 * processes never hold it together, on any release of Node, and other processes can ask the holder for its status.
 */
export function lockAddress(purpose, folder) {
  mkdirSync(folder, { recursive: true });
  const name = `manabook-${purpose}-${createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 32)}`;
  if (process.platform === 'linux') return `\0${name}`.padEnd(LINUX_ADDRESS_BYTES, '.');
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  return join(tmpdir(), `${name}.sock`);
}

/** Takes the lock; undefined when it is held. Later callers receive `status`. */
export async function claim(address) {
  const lock = { status: () => ({}), release: () => undefined };
  let server = await listen(address, lock);
  if (!server && isFile(address) && (await ask(address)) === 'nobody') {
    rmSync(address, { force: true });
    server = await listen(address, lock);
  }
  if (!server) return undefined;
  lock.release = () => new Promise((resolve) => server.close(resolve));
  return lock;
}

/** Takes the lock when it is free; calls `onWait` once when it has to wait. */
export async function claimWhenFree(address, onWait) {
  for (let waited = false; ; waited = true) {
    const lock = await claim(address);
    if (lock) return lock;
    if (!waited) onWait();
    await delay(300);
  }
}

/** The holder's status; 'nobody' without a holder, {} when the holder does not answer. */
export function ask(address) {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(address);
    socket.setTimeout(1_000, () => socket.destroy());
    socket.on('data', (chunk) => (text += chunk));
    socket.on('error', (error) => resolve(['ECONNREFUSED', 'ENOENT'].includes(error.code) ? 'nobody' : {}));
    socket.on('close', () => {
      try {
        resolve(JSON.parse(text));
      } catch {
        resolve({});
      }
    });
  });
}

function listen(address, lock) {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end(JSON.stringify(lock.status()));
    });
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen(address, () => resolve(server.unref()));
  });
}

function isFile(address) {
  return process.platform !== 'linux' && process.platform !== 'win32' && !address.startsWith('\0');
}
