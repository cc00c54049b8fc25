// Files of one worker share what they have loaded, and React decides as it is loaded what a document can do.
import './dom.ts';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';

// Each file begins on a new device: what another file has kept on its own is not there.
globalThis.indexedDB = new IDBFactory();
localStorage.clear();
sessionStorage.clear();
