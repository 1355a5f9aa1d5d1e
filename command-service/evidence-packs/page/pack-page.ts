/**
 * The script of `index.html` in an evidence pack: shows the records and checks them. Each part is a function that uses
 * nothing but its parameters, the browser and the functions of check-pack.ts and sha256.ts, so that its source text can
 * be written into the page; `showPack` joins the parts there.
 */
import type { Language } from '../../contract/languages.ts';
import { bytesOfBase64, bytesOfHex, checkRecords, digestOf, hexOf, runFits } from '../check-pack.ts';
import type { PackManifest } from '../pack-format.ts';
import { makeSha256 } from '../sha256.ts';
import { checkResult } from './check-result.ts';
import { folderCheck } from './folder-check.ts';
import { packCheck } from './pack-check.ts';
import { packElements } from './pack-elements.ts';
import type { PackState } from './pack-state.ts';
import { type PackPageTexts, packTexts } from './pack-texts.ts';
import { recordDetails } from './record-details.ts';
import { recordTables } from './record-tables.ts';
import { sealsTable } from './seals-table.ts';

type AllTexts = Readonly<Record<Language, PackPageTexts>>;

/** Shows the pack that is in the page, and checks it at once. */
function showPack(allTexts: AllTexts): void {
  const state: PackState = {
    language:
      navigator.languages.map((each) => each.slice(0, 2)).find((each) => each === 'en' || each === 'de') ?? 'en',
    manifest: null,
    problems: null,
    share: 0,
    folder: null,
    compared: '',
    contents: new Map(),
  };
  const sha256 = makeSha256();
  const elements = packElements();
  const texts = packTexts(allTexts, state, elements);
  const { element } = elements;
  const { text, day, instant } = texts;
  const { resultPart } = checkResult(state, elements, texts);
  const { linksPart, recordsPart } = recordTables(state, elements, texts, recordDetails(state, elements, texts));
  const { sealsPart } = sealsTable(state, elements, texts);
  const { folderPart } = folderCheck(state, elements, texts, sha256, draw);
  const { check } = packCheck(state, sha256, () => {
    if (state.manifest !== null) document.querySelector('.result')?.replaceWith(resultPart(state.manifest));
  });

  function claimsPart(by: string): HTMLElement {
    const claims = (title: string, count: number) => {
      const lines = Array.from({ length: count }, (_, at) => element('li', {}, text(`${title}.${at + 1}`, { by })));
      return element('div', {}, element('h2', {}, text(title)), element('ul', {}, ...lines));
    };
    return element('section', { class: 'claims' }, claims('proves', 2), claims('provesNot', 5));
  }

  function languageButtons(): HTMLElement {
    const names: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };
    const buttons = (['en', 'de'] as const).map((each) => {
      const attributes = { type: 'button', lang: each, 'aria-pressed': String(each === state.language) };
      const button = element('button', attributes, names[each]);
      button.addEventListener('click', () => {
        state.language = each;
        draw();
        document.querySelector<HTMLElement>(`nav [lang="${each}"]`)?.focus();
      });
      return button;
    });
    return element('nav', {}, ...buttons);
  }

  function headerOf({ subject, from, to, madeAt, madeBy, agency }: PackManifest): HTMLElement {
    return element(
      'header',
      {},
      element('p', { class: 'quiet' }, `${text('title')} · ${text(`subject.${subject.kind}`)}`),
      element('h1', { dir: 'auto' }, subject.name),
      element('p', {}, from === to ? text('day', { day: day(from) }) : text('days', { from: day(from), to: day(to) })),
      element(
        'p',
        { class: 'quiet' },
        text('made', { at: instant(madeAt), by: agency === '' ? madeBy : `${agency} (${madeBy})` }),
      ),
    );
  }

  function draw(): void {
    document.documentElement.lang = state.language;
    const page = document.querySelector('main');
    const { manifest } = state;
    if (manifest === null) {
      const heading = element('h2', {}, text('damaged'));
      page?.replaceChildren(languageButtons(), element('section', { class: 'result wrong', role: 'alert' }, heading));
      return;
    }
    document.title = `${text('title')}: ${manifest.subject.name}`;
    page?.replaceChildren(
      languageButtons(),
      headerOf(manifest),
      resultPart(manifest),
      linksPart(manifest),
      claimsPart(manifest.madeBy),
      recordsPart(manifest),
      sealsPart(manifest),
      folderPart(manifest) ?? '',
    );
  }

  async function start(): Promise<void> {
    try {
      const manifest = JSON.parse(document.getElementById('manifest')?.textContent ?? '') as PackManifest;
      state.manifest = manifest;
      draw();
      await check(manifest);
    } catch {
      state.manifest = null;
    }
    draw();
  }

  window.addEventListener('beforeprint', () => {
    for (const part of document.querySelectorAll('details.link')) part.setAttribute('open', '');
  });
  void start();
}

const FUNCTIONS = [
  makeSha256,
  hexOf,
  bytesOfHex,
  bytesOfBase64,
  digestOf,
  runFits,
  checkRecords,
  packElements,
  packTexts,
  checkResult,
  folderCheck,
  recordDetails,
  recordTables,
  sealsTable,
  packCheck,
  showPack,
];

/** The script of the page. Node has removed the types: a function's source text is JavaScript. */
export function packScript(allTexts: AllTexts): string {
  const json = JSON.stringify(allTexts).replaceAll('<', '\\u003c');
  return `'use strict';\n${FUNCTIONS.map(String).join('\n')}\nshowPack(${json});\n`;
}
