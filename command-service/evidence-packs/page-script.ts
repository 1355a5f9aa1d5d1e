/**
 * The script of `index.html` in an evidence pack: shows the records and checks them. `showPack` runs in the page as
 * source text, with the functions named here, and uses nothing else of this module.
 */

import type { ProvenEvent } from '../../infra/ports/storage/event-proof.ts';
import type { Language } from '../contract/languages.ts';
import { bytesOfBase64, checkRecords, hexOf, type PackProblem } from './check-pack.ts';
import type { PackFile, PackManifest } from './pack-format.ts';
import { makeSha256 } from './sha256.ts';

/** Texts by key; `{name}` is a value. `.one` and `.other` are the singular and the plural. */
export type PageTexts = Readonly<Record<string, string>>;

type Child = Node | string | null;

/** Shows the pack that is in the page, and checks it at once. */
export function showPack(allTexts: Readonly<Record<Language, PageTexts>>): void {
  let language: Language = 'en';
  let manifest: PackManifest | null = null;
  /** null while the check runs. */
  let problems: readonly PackProblem[] | null = null;
  let share = 0;
  /** What the last check of a folder found; null before a folder is chosen. */
  let folder: { readonly checked: number; readonly problems: readonly PackProblem[] } | 'empty' | null = null;
  let compared = '';
  /** Contents of files by hash: those in the page, and those of a chosen folder. */
  const contents = new Map<string, Uint8Array<ArrayBuffer>>();
  const pictures = new Map<string, string>();
  const sha256 = makeSha256();
  /** A check of the clock costs microseconds and may come often; long slices would make the reader wait. */
  const sliceMs = 40;

  function text(key: string, values: Readonly<Record<string, string | number>> = {}): string {
    const pattern = allTexts[language][key] ?? key;
    return pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name];
      return typeof value === 'number' ? value.toLocaleString(language) : (value ?? '');
    });
  }

  function counted(key: string, count: number): string {
    return text(`${key}.${new Intl.PluralRules(language).select(count) === 'one' ? 'one' : 'other'}`, { count });
  }

  function recordsAndFiles(records: number, files: number): string {
    if (files === 0) return counted('records', records);
    return text('both', { records: counted('records', records), files: counted('files', files) });
  }

  function instant(at: string): string {
    const date = new Date(at);
    if (Number.isNaN(date.getTime())) return at;
    return date.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });
  }

  function day(at: string): string {
    const date = new Date(at);
    if (Number.isNaN(date.getTime())) return at;
    return date.toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' });
  }

  function element(
    name: string,
    attributes: Readonly<Record<string, string>>,
    ...children: readonly Child[]
  ): HTMLElement {
    const made = document.createElement(name);
    for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
    made.append(...children.filter((child) => child !== null));
    return made;
  }

  function dataOf(json: string): Readonly<Record<string, unknown>> {
    try {
      const value: unknown = JSON.parse(json);
      return typeof value === 'object' && value !== null ? { ...value } : {};
    } catch {
      return {};
    }
  }

  function texts(value: unknown): string {
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  }

  function objectOf(value: unknown): Readonly<Record<string, unknown>> {
    return typeof value === 'object' && value !== null ? { ...value } : {};
  }

  function listOf(value: unknown): readonly unknown[] {
    return Array.isArray(value) ? value : [];
  }

  function atOf(event: ProvenEvent): string {
    return texts(dataOf(event.metadata).at);
  }

  function labelOf(type: string): string {
    return allTexts[language][`event.${type}`] ?? type;
  }

  function actorOf(event: ProvenEvent): string {
    const actor = texts(dataOf(event.metadata).actor);
    const system = allTexts[language][`actor.${actor}`];
    if (system !== undefined) return system;
    const name = manifest?.people[actor];
    return name === null ? text('actor.deleted') : name || text('actor.unknown');
  }

  // The result of the check.

  function sentenceOf(problem: PackProblem, { events, files, runs }: PackManifest): string {
    if (problem.kind === 'file' || problem.kind === 'file-absent') {
      return text(`problem.${problem.kind}`, { path: files[problem.index]?.path ?? '' });
    }
    if (problem.kind === 'run') {
      const run = runs[problem.index];
      const sealed = run?.sealed ?? null;
      const what = sealed === null ? text('seal.open') : `${text('seals')} ${day(sealed)}`;
      return text('problem.run', { from: (run?.after ?? 0) + 1, to: run?.count ?? 0, what });
    }
    const event = events[problem.index];
    if (event === undefined) return text('damaged');
    return text(`problem.${problem.kind}`, { n: event.n, what: labelOf(event.type), at: instant(atOf(event)) });
  }

  function isHere(file: PackFile): boolean {
    return file.state === 'here';
  }

  /** How many files the page itself has checked. */
  function checkedFiles(pack: PackManifest): number {
    return pack.filesInPage ? pack.files.filter(isHere).length : 0;
  }

  function result(pack: PackManifest): HTMLElement {
    if (problems === null) {
      const percent = share.toLocaleString(language, { style: 'percent' });
      return element('section', { class: 'result', role: 'status' }, element('h2', {}, text('checking', { percent })));
    }
    const wrong = [...problems, ...(folder === null || folder === 'empty' ? [] : folder.problems)];
    if (wrong.length > 0) {
      const list = element('ul', {}, ...wrong.map((problem) => element('li', {}, sentenceOf(problem, pack))));
      const heading = element('h2', {}, counted('problems', wrong.length));
      const rest = element('p', {}, text('problems.rest'));
      return element('section', { class: 'result wrong', role: 'alert' }, heading, list, rest);
    }
    const { events, files } = pack;
    const what = recordsAndFiles(events.length, checkedFiles(pack));
    const isOne = events.length === 1;
    const heading = element('h2', {}, text(isOne ? 'fits.one' : 'fits.other', { what }));
    const missing = files.filter(({ state }) => state === 'missing').length;
    const purged = files.filter(({ state }) => state === 'purged').length;
    const notes = [
      ...sealedNotes(pack),
      missing === 0 ? '' : counted('missing', missing),
      purged === 0 ? '' : counted('purged', purged),
      pack.filesInPage || !files.some(isHere) ? '' : text('tooLarge'),
      text('checkedHere'),
    ].filter(Boolean);
    const lines = notes.map((note) => element('p', {}, note));
    return element('section', { class: 'result fits', role: 'status' }, heading, ...lines);
  }

  function sealedNotes({ runs, seals }: PackManifest): readonly string[] {
    const inRuns = (sealed: boolean) =>
      runs
        .filter((run) => (run.sealed !== null) === sealed)
        .flatMap(({ steps }) => steps)
        .filter((step) => typeof step === 'number').length;
    const [last, open] = [seals.at(-1), runs.find(({ sealed }) => sealed === null)];
    return [
      last === undefined ? '' : text('sealed', { what: counted('records', inRuns(true)), day: day(last.day) }),
      open === undefined ? '' : text('unsealed', { what: counted('records', inRuns(false)), n: open.count }),
    ];
  }

  function folderPart(pack: PackManifest): HTMLElement | null {
    if (!pack.files.some(isHere)) return null;
    const input = document.createElement('input');
    input.type = 'file';
    input.id = 'folder';
    input.webkitdirectory = true;
    input.addEventListener('change', () => void checkFolder(pack, [...(input.files ?? [])]));
    const said =
      folder === null
        ? ''
        : folder === 'empty'
          ? text('folder.empty')
          : folder.problems.length === 0
            ? text('folder.fits', { what: counted('files', folder.checked) })
            : '';
    return element(
      'section',
      { class: 'folder' },
      element('label', { for: 'folder', class: 'button' }, text('folder')),
      input,
      element('p', {}, text('folder.hint')),
      element('p', { role: 'status', class: 'said' }, said),
    );
  }

  async function checkFolder(pack: PackManifest, chosen: readonly File[]): Promise<void> {
    const found = new Map(chosen.map((file) => [file.webkitRelativePath.split('/').slice(-2).join('/'), file]));
    const wrong: PackProblem[] = [];
    let checked = 0;
    for (const [index, { path, hash, state }] of pack.files.entries()) {
      if (state !== 'here') continue;
      const file = found.get(path);
      if (file === undefined) wrong.push({ kind: 'file-absent', index });
      else {
        checked += 1;
        const bytes = new Uint8Array(await file.arrayBuffer());
        if (hexOf(sha256(bytes)) !== hash) wrong.push({ kind: 'file', index });
        else if (!pack.filesInPage) contents.set(hash, bytes);
      }
    }
    folder = checked === 0 ? 'empty' : { checked, problems: wrong };
    render();
    document.querySelector(wrong.length > 0 && checked > 0 ? '.result' : '.folder')?.scrollIntoView();
  }

  // The records.

  function factsOf(visit: Readonly<Record<string, unknown>>): HTMLElement {
    const rows: [string, string][] = [['by', text(visit.by === 'browser' ? 'fact.by.browser' : 'fact.by.http')]];
    const names = ['requestedUrl', 'finalUrl', 'httpStatus', 'contentType', 'xRobotsTag', 'metaRobots', 'canonical'];
    for (const name of [...names, 'title', 'contentHash']) {
      const value = texts(visit[name]);
      if (value !== '' && !(name === 'finalUrl' && value === visit.requestedUrl)) rows.push([name, value]);
    }
    for (const match of listOf(visit.matches)) rows.push(['snippet', texts(objectOf(match).snippet)]);
    const error = texts(objectOf(visit.error).message);
    if (error !== '') rows.push(['error', error]);
    const cells = rows.flatMap(([name, value]) => [
      element('dt', {}, text(`fact.${name}`)),
      element('dd', { dir: 'auto' }, value),
    ]);
    return element('dl', {}, ...cells);
  }

  function statusOf(status: unknown): HTMLElement {
    const known = status === 'live' || status === 'removed' ? status : 'pending';
    return element('b', { class: `status ${known}` }, text(`status.${known}`));
  }

  function reasonOf(code: unknown): string {
    return allTexts[language][`reason.${texts(code)}`] ?? texts(code);
  }

  function fileOf(hash: string): readonly Child[] {
    const file = manifest?.files.find((each) => each.hash === hash);
    if (file === undefined) return [];
    const caption = element('figcaption', {}, text(file.kind === 'html' ? 'html' : 'screenshot'));
    const bytes = contents.get(hash);
    if (bytes === undefined) {
      const why = file.state === 'here' ? text('file.folder', { path: file.path }) : text(`file.${file.state}`);
      return [element('figure', {}, caption, element('p', {}, why))];
    }
    if (file.kind === 'html') {
      return [element('figure', {}, caption, element('pre', {}, new TextDecoder().decode(bytes)))];
    }
    const known = pictures.get(hash) ?? URL.createObjectURL(new Blob([bytes], { type: 'image/webp' }));
    pictures.set(hash, known);
    return [element('figure', {}, caption, element('img', { src: known, alt: text('screenshot') }))];
  }

  function detailsOf({ type }: ProvenEvent, data: Readonly<Record<string, unknown>>): readonly Child[] {
    const verdict = objectOf(data.verdict);
    switch (type) {
      case 'LinkChecked':
        return [
          element('p', {}, statusOf(verdict.status), ` ${reasonOf(verdict.reason)}`),
          ...listOf(objectOf(data.observation).visits).map((visit) => factsOf(objectOf(visit))),
        ];
      case 'VerdictJudgedAgain':
        return [element('p', {}, statusOf(verdict.status), ` ${reasonOf(verdict.reason)}`)];
      case 'LinkStatusChanged':
        return [element('p', {}, statusOf(data.from), ' → ', statusOf(data.to), ` ${reasonOf(data.reason)}`)];
      case 'VerdictCorrected':
        return [element('p', { dir: 'auto' }, `${reasonOf(`corrected-${texts(data.claim)}`)} ${texts(data.note)}`)];
      case 'EvidenceKept':
        return fileOf(texts(data.hash));
      case 'EvidenceMissed':
        return [element('p', {}, texts(data.reason))];
      case 'LinkEdited':
        return [element('p', {}, Object.keys(objectOf(data.changes)).join(', '))];
      default:
        return [];
    }
  }

  function storedPart(event: ProvenEvent): HTMLElement {
    const { n, stream, revision, id, type, metadata, data, digest } = event;
    const inside = `${stream} ${revision}\n${id} ${type}\n${metadata}\n${data}\nSHA-256 ${digest}`;
    const part = element('details', {}, element('summary', {}, `${text('number', { n })} · ${text('stored')}`));
    part.addEventListener('toggle', () => part.append(element('pre', {}, inside)), { once: true });
    return part;
  }

  function rowOf(event: ProvenEvent, index: number): HTMLElement {
    const isWrong = problems?.some((problem) => problem.kind === 'record' && problem.index === index) === true;
    return element(
      'tr',
      isWrong ? { class: 'wrong' } : {},
      element('td', {}, instant(atOf(event))),
      element(
        'td',
        {},
        element('b', {}, labelOf(event.type)),
        ...detailsOf(event, dataOf(event.data)),
        storedPart(event),
      ),
      element('td', { dir: 'auto' }, actorOf(event)),
    );
  }

  function tableOf(rows: readonly (readonly [number, ProvenEvent])[]): HTMLElement {
    const head = ['when', 'what', 'by'].map((key) => element('th', { scope: 'col' }, text(key)));
    const body = element('tbody', {}, ...rows.map(([index, event]) => rowOf(event, index)));
    return element('table', {}, element('thead', {}, element('tr', {}, ...head)), body);
  }

  function recordParts(pack: PackManifest): readonly HTMLElement[] {
    const byLink = Map.groupBy(pack.events.entries(), ([, event]) => texts(dataOf(event.data).linkId));
    return [...byLink].map(([linkId, rows]) => {
      const link = pack.links[linkId];
      const name = element('span', { class: 'address' }, link?.articleLink || linkId);
      const target = link?.clientLink ? element('span', { class: 'address quiet' }, ` → ${link.clientLink}`) : null;
      const count = element('span', { class: 'quiet' }, ` · ${counted('records', rows.length)}`);
      const part = element('details', { class: 'link' }, element('summary', {}, name, target, count));
      const fill = () => part.append(tableOf(rows));
      // The thousands of rows are created when the reader opens or prints them.
      part.addEventListener('toggle', fill, { once: true });
      if (byLink.size <= 3) part.setAttribute('open', '');
      return part;
    });
  }

  // The seals.

  function compare(pack: PackManifest, given: string): string {
    const [, number = '', hash = ''] = /^\s*(\d{1,15})\s*:\s*([0-9a-fA-F]{64})\s*$/.exec(given) ?? [];
    if (hash === '') return text('compare.wrong');
    const n = Number(number);
    const known = pack.runs.find(({ count }) => count === n);
    if (known === undefined) return text('compare.none', { n });
    return known.hash === hash.toLowerCase() ? text('compare.same') : text('compare.differs', { n });
  }

  function sealsPart(pack: PackManifest): HTMLElement {
    const open = pack.runs.filter(({ sealed }) => sealed === null);
    const lines = [
      ...pack.seals.map((seal) => [day(seal.day), seal.count, seal.hash, seal.timestamp === null ? 'none' : 'stamped']),
      ...open.map((run) => [text('seal.open'), run.count, run.hash, 'none']),
    ];
    const rows = lines.map(([when = '', count = '', hash = '', stamp = '']) =>
      element(
        'tr',
        {},
        element('td', {}, String(when)),
        element('td', {}, count.toLocaleString(language)),
        element('td', { class: 'hash' }, String(hash)),
        element('td', {}, text(`seal.${stamp}`)),
      ),
    );
    const head = ['day', 'count', 'hash', 'timestamp'].map((key) =>
      element('th', { scope: 'col' }, text(`seal.${key}`)),
    );
    const table = element('table', {}, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...rows));
    const field = element('input', { id: 'seal', autocomplete: 'off', spellcheck: 'false' });
    const button = element('button', { type: 'button' }, text('compare.button'));
    const said = element('p', { role: 'status', class: 'said' }, compared === '' ? '' : compare(pack, compared));
    const answer = () => {
      compared = field instanceof HTMLInputElement ? field.value : '';
      said.textContent = compare(pack, compared);
    };
    button.addEventListener('click', answer);
    field.addEventListener('keydown', ({ key }) => key === 'Enter' && answer());
    if (field instanceof HTMLInputElement) field.value = compared;
    return element(
      'section',
      {},
      element('h2', {}, text('seals')),
      element('p', {}, text('seals.hint')),
      table,
      element('div', { class: 'compare' }, element('label', { for: 'seal' }, text('compare')), field, button, said),
    );
  }

  function claimsPart(pack: PackManifest): HTMLElement {
    const by = pack.madeBy;
    const list = (keys: readonly string[]) =>
      element('ul', {}, ...keys.map((key) => element('li', {}, text(key, { by }))));
    return element(
      'section',
      { class: 'claims' },
      element('div', {}, element('h2', {}, text('proves')), list(['proves.1', 'proves.2'])),
      element(
        'div',
        {},
        element('h2', {}, text('provesNot')),
        list(['provesNot.1', 'provesNot.2', 'provesNot.3', 'provesNot.4', 'provesNot.5']),
      ),
    );
  }

  function languageButtons(): HTMLElement {
    const names: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };
    const buttons = (['en', 'de'] as const).map((each) => {
      const attributes = { type: 'button', lang: each, 'aria-pressed': String(each === language) };
      const button = element('button', attributes, names[each]);
      button.addEventListener('click', () => {
        language = each;
        render();
        document.querySelector<HTMLElement>(`nav [lang="${each}"]`)?.focus();
      });
      return button;
    });
    return element('nav', {}, ...buttons);
  }

  function render(): void {
    document.documentElement.lang = language;
    const page = document.querySelector('main');
    if (page === null) return;
    if (manifest === null) {
      const heading = element('h2', {}, text('damaged'));
      page.replaceChildren(languageButtons(), element('section', { class: 'result wrong', role: 'alert' }, heading));
      return;
    }
    const { subject, from, to, madeAt, madeBy } = manifest;
    document.title = `${text('title')}: ${subject.name}`;
    page.replaceChildren(
      languageButtons(),
      element(
        'header',
        {},
        element('p', { class: 'quiet' }, `${text('title')} · ${text(`subject.${subject.kind}`)}`),
        element('h1', { dir: 'auto' }, subject.name),
        element(
          'p',
          {},
          from === to ? text('day', { day: day(from) }) : text('days', { from: day(from), to: day(to) }),
        ),
        element('p', { class: 'quiet' }, text('made', { at: instant(madeAt), by: madeBy })),
      ),
      result(manifest),
      claimsPart(manifest),
      element('section', {}, element('h2', {}, text('records')), ...recordParts(manifest)),
      sealsPart(manifest),
      folderPart(manifest) ?? '',
    );
  }

  /** Replaces the progress of the check. */
  function renderResult(pack: PackManifest): void {
    document.querySelector('.result')?.replaceWith(result(pack));
  }

  function nextSlice(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve));
  }

  async function check(pack: PackManifest): Promise<void> {
    const found: PackProblem[] = [];
    for (const [index, { hash, state }] of pack.files.entries()) {
      if (state !== 'here' || !pack.filesInPage) continue;
      const embedded = document.getElementById(`file-${hash}`)?.textContent;
      const bytes = bytesOfBase64(embedded ?? '');
      if (embedded == null) found.push({ kind: 'file-absent', index });
      else if (hexOf(sha256(bytes)) === hash) contents.set(hash, bytes);
      else found.push({ kind: 'file', index });
      if (index % 8 === 7) await nextSlice();
    }
    const run = checkRecords(pack, sha256);
    for (let since = performance.now(); ; ) {
      const step = run.next();
      if (step.done === true) {
        problems = [...step.value, ...found];
        return;
      }
      share = step.value;
      if (performance.now() - since < sliceMs) continue;
      renderResult(pack);
      await nextSlice();
      since = performance.now();
    }
  }

  function printed(): void {
    for (const part of document.querySelectorAll('details.link')) part.setAttribute('open', '');
  }

  async function start(): Promise<void> {
    language =
      navigator.languages.map((each) => each.slice(0, 2)).find((each) => each === 'en' || each === 'de') ?? 'en';
    try {
      const read = JSON.parse(document.getElementById('manifest')?.textContent ?? '') as PackManifest;
      manifest = read;
      render();
      await check(read);
    } catch {
      manifest = null;
    }
    render();
  }

  window.addEventListener('beforeprint', printed);
  void start();
}
