/**
 * The style of the page: dark on light, one column on a phone, the index beside the text from 960 px, and plain in
 * print.
 */
export const pageStyle = `
:root { --ink: #222; --line: #d5d9de; --soft: #f5f7f9; --link: #0058b8; font: 16px/1.6 system-ui, 'Segoe UI', Roboto, 'Noto Sans JP', sans-serif; color: var(--ink); background: #fff; }
* { box-sizing: border-box; }
body { margin: 0; }
a { color: var(--link); }
code, pre { font-family: ui-monospace, 'SF Mono', Consolas, monospace; font-size: 0.875rem; }
p code, li code, td code { overflow-wrap: anywhere; }
main { padding: 16px; max-width: 960px; }
h1, h2, h3 { line-height: 1.25; }
h2 { margin-top: 48px; padding-top: 16px; border-top: 2px solid var(--ink); }
h3 { margin: 0 0 8px; font-size: 1rem; overflow-wrap: anywhere; }
h3 a { color: inherit; text-decoration: none; }
h3 code { font-size: 1rem; }
h4 { margin: 16px 0 4px; font-size: 0.9375rem; }
article { margin: 24px 0; padding: 16px; border: 1px solid var(--line); border-radius: 8px; }
:target { scroll-margin-top: 16px; }
article:target { border-color: var(--link); box-shadow: 0 0 0 1px var(--link); }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 8px; top: 8px; padding: 8px; background: #fff; z-index: 1; }
.method { display: inline-block; min-width: 4.5em; padding: 0 6px; border-radius: 4px; color: #fff; font-size: 0.75rem; font-weight: 700; line-height: 1.7; text-align: center; }
.get { background: #00629b; } .post { background: #1a6b1f; } .put { background: #8a5000; } .delete { background: #b3261e; }
.access .name { display: block; }
pre { margin: 0; padding: 12px; overflow-x: auto; background: var(--soft); border: 1px solid var(--line); border-radius: 6px; line-height: 1.45; }
.scroll { overflow-x: auto; margin: 12px 0; }
table { width: 100%; border-collapse: collapse; font-size: 0.875rem; }
caption { text-align: left; font-weight: 700; padding: 4px 0; }
th, td { padding: 6px 8px; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; }
thead th { font-weight: 700; background: var(--soft); white-space: nowrap; }
summary { padding: 8px 0; cursor: pointer; color: var(--link); }
.problems { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 0; padding: 0; list-style: none; font-size: 0.875rem; }
nav { padding: 16px; background: var(--soft); border-bottom: 1px solid var(--line); }
nav p { margin: 0 0 8px; }
nav ul { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 0; padding: 0; list-style: none; }
nav > ul > li > a { display: inline-block; padding: 4px 0; font-weight: 700; }
nav ul ul { display: none; }
@media (min-width: 960px) {
  body { display: grid; grid-template-columns: 340px minmax(0, 1fr); }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; border: 0; border-right: 1px solid var(--line); }
  nav ul, nav ul ul { display: block; }
  nav ul ul { margin: 0 0 8px; font-size: 0.8125rem; }
  nav ul ul a { display: block; padding: 2px 0; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
  nav ul ul a:hover { text-decoration: underline; }
  main { padding: 24px 40px; }
}
@media print {
  nav, .skip, details { display: none; }
  body { display: block; }
  main { max-width: none; padding: 0; font-size: 10pt; }
  article { break-inside: avoid-page; }
  pre { white-space: pre-wrap; }
}
`;
