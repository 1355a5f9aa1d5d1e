import type { ProvenEvent } from '../../../infra/ports/storage/event-proof.ts';
import type { Child, PackElements } from './pack-elements.ts';
import type { PackState } from './pack-state.ts';
import type { PackTexts } from './pack-texts.ts';

/** What a record says, by its type: the facts of a check, a status, a kept file. */
export function recordDetails(
  state: PackState,
  { element, dataOf, textOf, objectOf, listOf }: PackElements,
  { text, reasonOf }: PackTexts,
) {
  const pictures = new Map<string, string>();

  const factsOf = (visit: Readonly<Record<string, unknown>>): HTMLElement => {
    const rows: [string, string][] = [['by', text(visit.by === 'browser' ? 'fact.by.browser' : 'fact.by.http')]];
    const names = ['requestedUrl', 'finalUrl', 'httpStatus', 'contentType', 'xRobotsTag', 'metaRobots', 'canonical'];
    for (const name of [...names, 'title', 'contentHash']) {
      const value = textOf(visit[name]);
      if (value !== '' && !(name === 'finalUrl' && value === visit.requestedUrl)) rows.push([name, value]);
    }
    for (const match of listOf(visit.matches)) rows.push(['snippet', textOf(objectOf(match).snippet)]);
    const error = textOf(objectOf(visit.error).message);
    if (error !== '') rows.push(['error', error]);
    const cells = rows.flatMap(([name, value]) => [
      element('dt', {}, text(`fact.${name}`)),
      element('dd', { dir: 'auto' }, value),
    ]);
    return element('dl', {}, ...cells);
  };

  const statusOf = (status: unknown): HTMLElement => {
    const shownStatus = status === 'live' || status === 'removed' ? status : 'pending';
    return element('b', { class: `status ${shownStatus}` }, text(`status.${shownStatus}`));
  };

  const fileOf = (hash: string): readonly Child[] => {
    const file = state.manifest?.files.find((each) => each.hash === hash);
    if (file === undefined) return [];
    const caption = element('figcaption', {}, text(file.kind === 'html' ? 'html' : 'screenshot'));
    const bytes = state.contents.get(hash);
    if (bytes === undefined) {
      const why = file.state === 'here' ? text('file.folder', { path: file.path }) : text(`file.${file.state}`);
      return [element('figure', {}, caption, element('p', {}, why))];
    }
    if (file.kind === 'html') {
      return [element('figure', {}, caption, element('pre', {}, new TextDecoder().decode(bytes)))];
    }
    const pictureUrl = pictures.get(hash) ?? URL.createObjectURL(new Blob([bytes], { type: 'image/webp' }));
    pictures.set(hash, pictureUrl);
    return [element('figure', {}, caption, element('img', { src: pictureUrl, alt: text('screenshot') }))];
  };

  const detailsOf = (event: ProvenEvent): readonly Child[] => {
    const data = dataOf(event.data);
    const verdict = objectOf(data.verdict);
    switch (event.type) {
      case 'LinkChecked':
        return [
          element('p', {}, statusOf(verdict.status), ` ${reasonOf(textOf(verdict.reason))}`),
          ...listOf(objectOf(data.observation).visits).map((visit) => factsOf(objectOf(visit))),
        ];
      case 'VerdictJudgedAgain':
        return [element('p', {}, statusOf(verdict.status), ` ${reasonOf(textOf(verdict.reason))}`)];
      case 'LinkStatusChanged':
        return [element('p', {}, statusOf(data.from), ' → ', statusOf(data.to), ` ${reasonOf(textOf(data.reason))}`)];
      case 'VerdictCorrected':
        return [element('p', { dir: 'auto' }, `${reasonOf(`corrected-${textOf(data.claim)}`)} ${textOf(data.note)}`)];
      case 'EvidenceKept':
        return fileOf(textOf(data.hash));
      case 'EvidenceMissed':
        return [element('p', {}, textOf(data.reason))];
      case 'LinkEdited':
        return [element('p', {}, Object.keys(objectOf(data.changes)).join(', '))];
      case 'LinkTermsChanged':
        return Object.entries(objectOf(data.changes)).map(([name, change]) =>
          element('p', { dir: 'auto' }, `${name}: ${agreedOf(objectOf(change).to)}`),
        );
      case 'LinkDeviationNoticed':
        return [element('p', { dir: 'auto' }, [data.code, data.since, data.evidence].map(textOf).join(' · '))];
      default:
        return [];
    }
  };

  /** A term: a condition, link types, or the rule of an anchor with its texts. */
  const agreedOf = (term: unknown): string => {
    if (typeof term === 'boolean') return text(term ? 'agreed' : 'not.agreed');
    const texts = Array.isArray(term) ? term : listOf(objectOf(term).texts);
    if (texts.length === 0) return text('not.agreed');
    return [textOf(objectOf(term).rule), texts.map(textOf).join(', ')].filter(Boolean).join(': ');
  };

  return { detailsOf };
}
