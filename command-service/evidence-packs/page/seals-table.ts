import type { PackManifest } from '../pack-format.ts';
import type { PackElements } from './pack-elements.ts';
import type { PackState } from './pack-state.ts';
import type { PackTexts } from './pack-texts.ts';

/** The seals of the pack, and a field that compares them with a seal from elsewhere. */
export function sealsTable(state: PackState, { element }: PackElements, { text, day }: PackTexts) {
  const compare = (pack: PackManifest, typedSeal: string): string => {
    const [, number = '', hash = ''] = /^\s*(\d{1,15})\s*:\s*([0-9a-fA-F]{64})\s*$/.exec(typedSeal) ?? [];
    if (hash === '') return text('compare.wrong');
    const n = Number(number);
    const run = pack.runs.find(({ count }) => count === n);
    if (run === undefined) return text('compare.none', { n });
    return run.hash === hash.toLowerCase() ? text('compare.same') : text('compare.differs', { n });
  };

  const tableOf = ({ seals, runs }: PackManifest): HTMLElement => {
    const open = runs.filter(({ sealed }) => sealed === null);
    const lines = [
      ...seals.map((seal) => [day(seal.day), seal.count, seal.hash, seal.timestamp === null ? 'none' : 'stamped']),
      ...open.map((run) => [text('seal.open'), run.count, run.hash, 'none']),
    ];
    const rows = lines.map(([when = '', count = '', hash = '', stamp = '']) =>
      element(
        'tr',
        {},
        element('td', {}, String(when)),
        element('td', {}, count.toLocaleString(state.language)),
        element('td', { class: 'hash' }, String(hash)),
        element('td', {}, text(`seal.${stamp}`)),
      ),
    );
    const head = ['day', 'count', 'hash', 'timestamp'].map((key) =>
      element('th', { scope: 'col' }, text(`seal.${key}`)),
    );
    return element('table', {}, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...rows));
  };

  const comparePart = (pack: PackManifest): HTMLElement => {
    const field = document.createElement('input');
    field.id = 'seal';
    field.autocomplete = 'off';
    field.spellcheck = false;
    field.value = state.compared;
    const button = element('button', { type: 'button' }, text('compare.button'));
    const outcome = element('p', { role: 'status', class: 'said' }, state.compared && compare(pack, state.compared));
    const answer = () => {
      state.compared = field.value;
      outcome.textContent = compare(pack, field.value);
    };
    button.addEventListener('click', answer);
    field.addEventListener('keydown', ({ key }) => key === 'Enter' && answer());
    return element(
      'div',
      { class: 'compare' },
      element('label', { for: 'seal' }, text('compare')),
      field,
      button,
      outcome,
    );
  };

  const sealsPart = (pack: PackManifest): HTMLElement =>
    element(
      'section',
      {},
      element('h2', {}, text('seals')),
      element('p', {}, text('seals.hint')),
      tableOf(pack),
      comparePart(pack),
    );

  return { sealsPart };
}
