// The undici that a process loads first answers its fetches. A worker has two: Node's own, which `fetch` fits, and the
// gateway's newer one. This loads Node's first.
await (await fetch('data:,')).text();

export {};
