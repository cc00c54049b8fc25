// Files of one worker share what they have loaded, and React decides as it is loaded what a document can do.
import './dom.ts';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';

// Each file starts with empty storage and an empty page: another file may have left something there.
globalThis.indexedDB = new IDBFactory();
localStorage.clear();
sessionStorage.clear();
document.body.replaceChildren();
