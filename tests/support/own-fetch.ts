// Whichever undici is loaded first answers every fetch of a process. The gateway brings one that is newer than Node's, and
// no process of the product has both; a worker does, and Node's has to be first.
await (await fetch('data:,')).text();

export {};
