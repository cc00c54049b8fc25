// Files of one worker share what they have loaded, and React decides as it is loaded what a document can do.
import './dom.ts';
import 'fake-indexeddb/auto';

// Each file starts with empty storage and an empty page: another file may have left something there.
for (const { name = '' } of await indexedDB.databases()) await emptyDatabase(name);
localStorage.clear();
sessionStorage.clear();
document.body.replaceChildren();

/** Empties a database in place: modules that earlier files loaded keep their connections to it. */
function emptyDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onerror = () => reject(new Error(`${name} does not open`));
    opening.onsuccess = () => {
      const database = opening.result;
      const names = [...database.objectStoreNames];
      const emptying = database.transaction(names, 'readwrite');
      for (const store of names) emptying.objectStore(store).clear();
      emptying.oncomplete = () => {
        database.close();
        resolve();
      };
      emptying.onabort = () => reject(new Error(`${name} is not emptied`));
    };
  });
}
