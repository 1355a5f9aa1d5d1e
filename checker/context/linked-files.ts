/**
 * The style sheets and scripts of a page, and the sheets that these import or name, as far as they can hide or change a
 * link. Each file is requested once and cached for some hours.
 */
import type { SendAuxRequest } from '../http/aux-request.ts';
import { LruCache } from '../http/lru-cache.ts';
import type { PageSigns } from '../page/hidden-signs.ts';
import { type ScriptSigns, scriptFileSigns } from '../page/script-signs.ts';
import { importedSheets, type StyleRule, styleRules } from '../page/style-rules.ts';

const REQUEST = { method: 'GET', maxHops: 3, maxBytes: 1_000_000 } as const;
const TIMEOUT_MS = 4_000;
/** Longest wait for all files of a page. Later ones are still cached for the next check. */
const MAX_WAIT_MS = 1_000;
const CACHED_MS = 6 * 3_600_000;
/** Rules cached for all sheets together. */
const MAX_RULES = 200_000;
/** Characters and rules cached for all scripts together. */
const MAX_SCRIPTS = 5_000_000;
/** The most sheets that one page imports, and how deep. */
const MAX_IMPORTED = 12;
const MAX_DEPTH = 3;

interface StyleSheet {
  readonly rules: readonly StyleRule[];
  readonly imports: readonly string[];
}

/** The page with the rules and the scripts of its files that arrive in time. Never rejects. */
type LinkedFileLookup = (page: PageSigns, stop: AbortSignal) => Promise<PageSigns>;

/** Opens the lookup and its caches. */
export function openLinkedFiles(send: SendAuxRequest, maxWaitMs = MAX_WAIT_MS): LinkedFileLookup {
  const timeoutMs = Math.max(TIMEOUT_MS, maxWaitMs);
  const sheets = new FileCache<StyleSheet>(send, timeoutMs, 'text/css,*/*;q=0.1', MAX_RULES, (text, address) => {
    const rules = styleRules(text);
    return { value: { rules, imports: importedSheets(text, address) }, weight: rules.length + 1 };
  });
  const scripts = new FileCache<ScriptSigns>(send, timeoutMs, '*/*', MAX_SCRIPTS, (text, address) => {
    const signs = scriptFileSigns(text, address);
    return { value: signs, weight: signs.hides.length + 100 * (signs.rules.length + 1) };
  });

  return async (page, stop) => {
    if (page.sheets.length === 0 && page.scriptFiles.length === 0) return page;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, maxWaitMs, null);
    });
    const inTime = <T>(file: Promise<T | null>) => Promise.race([file.catch(() => null), late]);
    const seen = new Set(page.sheets);
    const rulesOf = async (address: string, depth: number): Promise<readonly StyleRule[]> => {
      const sheet = await inTime(sheets.get(address, stop));
      if (sheet === null) return [];
      return [...(depth < MAX_DEPTH ? await rulesOfNew(sheet.imports, depth + 1) : []), ...sheet.rules];
    };
    const rulesOfNew = async (addresses: readonly string[], depth: number): Promise<readonly StyleRule[]> => {
      const fresh = addresses.filter((address) => !seen.has(address) && seen.size < page.sheets.length + MAX_IMPORTED);
      for (const address of fresh) seen.add(address);
      return (await Promise.all(fresh.map((address) => rulesOf(address, depth)))).flat();
    };
    const scriptOf = async (address: string) => {
      const script = await inTime(scripts.get(address, stop));
      return script === null ? null : { script, rules: [...script.rules, ...(await rulesOfNew(script.sheets, 1))] };
    };
    const [linked, files] = await Promise.all([
      Promise.all(page.sheets.map((address) => rulesOf(address, 0))),
      Promise.all(page.scriptFiles.map(scriptOf)),
    ]);
    clearTimeout(timer);
    const loaded = files.filter((file) => file !== null);
    return {
      ...page,
      rules: [...page.rules, ...linked.flat(), ...loaded.flatMap(({ rules }) => rules)],
      scripts: [...page.scripts, ...loaded.map(({ script }) => script)],
    };
  };
}

/** What is read in files, by address. */
class FileCache<Value> {
  readonly #send: SendAuxRequest;
  readonly #timeoutMs: number;
  readonly #accept: string;
  readonly #parse: (text: string, address: string) => { readonly value: Value; readonly weight: number };
  readonly #cache: LruCache<Value>;
  readonly #pending = new Map<string, Promise<Value>>();

  constructor(
    send: SendAuxRequest,
    timeoutMs: number,
    accept: string,
    maxWeight: number,
    parse: (text: string, address: string) => { readonly value: Value; readonly weight: number },
  ) {
    this.#send = send;
    this.#timeoutMs = timeoutMs;
    this.#accept = accept;
    this.#parse = parse;
    this.#cache = new LruCache(maxWeight, CACHED_MS);
  }

  get(address: string, stop: AbortSignal): Promise<Value> {
    const cached = this.#cache.get(address);
    if (cached !== undefined) return Promise.resolve(cached);
    const reading =
      this.#pending.get(address) ?? this.#read(address, stop).finally(() => this.#pending.delete(address));
    this.#pending.set(address, reading);
    return reading;
  }

  async #read(address: string, stop: AbortSignal): Promise<Value> {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(this.#timeoutMs)]);
    const { httpStatus, finalUrl, text } = await this.#send(address, { ...REQUEST, accept: this.#accept }, signal);
    const { value, weight } = this.#parse(httpStatus === 200 ? text : '', finalUrl);
    if (!stop.aborted) this.#cache.set(address, value, weight);
    return value;
  }
}
