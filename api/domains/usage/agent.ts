import bowser from 'bowser';
import type { ClientHints } from '#api/ground/http/origin.ts';

/** A visitor's system and browser; null where the browser does not say. */
export interface Agent {
  readonly os: string | null;
  readonly browser: string | null;
  readonly browserVersion: string | null;
}

const longestAgent = 500;
const longestName = 100;

// A cache, since a school has few different browsers.
const agentCache = new Map<string, Agent>();
const mostKnown = 500;

/** Reads the system, the browser and its version from the user agent, and from client hints where the user agent is frozen. */
export function agentOf(userAgent: string, hints: ClientHints): Agent {
  const { brands, platform, platformVersion } = hints;
  const words = JSON.stringify([userAgent.slice(0, longestAgent), brands, platform, platformVersion]);
  const agent = agentCache.get(words) ?? readAgent(userAgent, hints);
  if (agentCache.size >= mostKnown) agentCache.clear();
  agentCache.set(words, agent);
  return agent;
}

function readAgent(userAgent: string, hints: ClientHints): Agent {
  const text = userAgent.slice(0, longestAgent);
  if (text.trim() === '') return { os: null, browser: null, browserVersion: null };
  const { browser, os } = bowser.parse(text, { brands: brandsOf(hints.brands) });
  return {
    os: shown(systemOf(os, text, hints)),
    browser: shown(browser.name),
    browserVersion: shown(browser.version?.split('.').slice(0, 2).join('.')),
  };
}

interface System {
  readonly name?: string;
  readonly version?: string;
  readonly versionName?: string;
}

// Frozen user agents: every Windows says 10, every Mac 10.15.7, every Android with Chrome 10.
const frozen: Readonly<Record<string, RegExp>> = {
  Windows: /Windows NT 10\.0/,
  macOS: /Mac OS X 10_15_7/,
  Android: /Android 10; K\)/,
};
// The first Windows 11 calls itself 13 in the hints.
const windows11 = 13;

function systemOf({ name, version, versionName }: System, userAgent: string, hints: ClientHints): string | undefined {
  const hinted = unquoted(hints.platformVersion).split('.')[0];
  if (name === undefined) return unquoted(hints.platform);
  if (name === 'Chrome OS') return 'ChromeOS';
  if (name === 'iOS' && userAgent.includes('iPad')) return named('iPadOS', version?.split('.')[0]);
  if (frozen[name]?.test(userAgent) !== true) return named(name, name === 'Windows' ? versionName : major(version));
  if (hinted === undefined || !/^\d+$/.test(hinted)) return name;
  return named(name, name === 'Windows' ? String(Number(hinted) >= windows11 ? 11 : 10) : hinted);
}

const named = (name: string, version = ''): string => `${name} ${version}`.trim();
const major = (version: string | undefined): string | undefined => version?.split('.')[0];
const unquoted = (hint: string | undefined): string => (hint ?? '').replace(/^"|"$/g, '');

const shown = (text: string | undefined): string | null => text?.slice(0, longestName) || null;

// Parses `"Chromium";v="141", "Google Chrome";v="141"` for the library.
function brandsOf(header: string | undefined) {
  const found = (header ?? '').slice(0, longestAgent).matchAll(/"([^"]{1,60})";v="([\d.]{1,20})"/g);
  return [...found].map(([, brand = '', version = '']) => ({ brand, version }));
}
