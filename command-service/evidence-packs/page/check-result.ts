import type { PackProblem } from '../check-pack.ts';
import type { PackManifest } from '../pack-format.ts';
import type { PackElements } from './pack-elements.ts';
import type { PackState } from './pack-state.ts';
import type { PackTexts } from './pack-texts.ts';

/** What the check of the page found: its progress, its problems, or that everything fits. */
export function checkResult(
  state: PackState,
  { element, atOf }: PackElements,
  { text, counted, recordsAndFiles, instant, day, labelOf }: PackTexts,
) {
  const sentenceOf = (problem: PackProblem, { events, files, runs }: PackManifest): string => {
    if (problem.kind === 'file' || problem.kind === 'file-absent') {
      return text(`problem.${problem.kind}`, { path: files[problem.index]?.path ?? '' });
    }
    if (problem.kind === 'run') {
      const run = runs[problem.index];
      const sealed = run?.sealed ?? null;
      const part = sealed === null ? text('seal.open') : `${text('seals')} ${day(sealed)}`;
      return text('problem.run', { from: (run?.after ?? 0) + 1, to: run?.count ?? 0, what: part });
    }
    const event = events[problem.index];
    if (event === undefined) return text('damaged');
    return text(`problem.${problem.kind}`, { n: event.n, what: labelOf(event.type), at: instant(atOf(event)) });
  };

  const sealedNotes = ({ runs, seals }: PackManifest): readonly string[] => {
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
  };

  const problemsPart = (pack: PackManifest, wrong: readonly PackProblem[]): HTMLElement => {
    const list = element('ul', {}, ...wrong.map((problem) => element('li', {}, sentenceOf(problem, pack))));
    const heading = element('h2', {}, counted('problems', wrong.length));
    const rest = element('p', {}, text('problems.rest'));
    return element('section', { class: 'result wrong', role: 'alert' }, heading, list, rest);
  };

  const fittingPart = (pack: PackManifest): HTMLElement => {
    const { events, files, filesInPage } = pack;
    const here = files.filter((file) => file.state === 'here').length;
    const missing = files.filter((file) => file.state === 'missing').length;
    const purged = files.filter((file) => file.state === 'purged').length;
    const counts = recordsAndFiles(events.length, filesInPage ? here : 0);
    const heading = element('h2', {}, text(events.length === 1 ? 'fits.one' : 'fits.other', { what: counts }));
    const notes = [
      ...sealedNotes(pack),
      missing === 0 ? '' : counted('missing', missing),
      purged === 0 ? '' : counted('purged', purged),
      filesInPage || here === 0 ? '' : text('tooLarge'),
      text('checkedHere'),
    ].filter(Boolean);
    const lines = notes.map((note) => element('p', {}, note));
    return element('section', { class: 'result fits', role: 'status' }, heading, ...lines);
  };

  const resultPart = (pack: PackManifest): HTMLElement => {
    const { problems, folder, share, language } = state;
    if (problems === null) {
      const percent = share.toLocaleString(language, { style: 'percent' });
      return element('section', { class: 'result', role: 'status' }, element('h2', {}, text('checking', { percent })));
    }
    const wrong = [...problems, ...(folder === null || folder === 'empty' ? [] : folder.problems)];
    return wrong.length > 0 ? problemsPart(pack, wrong) : fittingPart(pack);
  };

  return { resultPart };
}
