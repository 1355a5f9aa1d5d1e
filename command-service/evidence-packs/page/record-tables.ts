import type { ProvenEvent } from '../../../infra/ports/storage/event-proof.ts';
import type { PackLink, PackManifest } from '../pack-format.ts';
import type { PackElements } from './pack-elements.ts';
import type { PackState } from './pack-state.ts';
import type { PackTexts } from './pack-texts.ts';
import type { recordDetails } from './record-details.ts';

/** The records of each link, in the order of the log. */
export function recordTables(
  state: PackState,
  { element, dataOf, textOf, atOf }: PackElements,
  { text, counted, instant, day, labelOf, actorOf }: PackTexts,
  { detailsOf }: ReturnType<typeof recordDetails>,
) {
  const storedPart = (event: ProvenEvent): HTMLElement => {
    const { n, stream, revision, id, type, metadata, data, digest } = event;
    const inside = `${stream} ${revision}\n${id} ${type}\n${metadata}\n${data}\nSHA-256 ${digest}`;
    const part = element('details', {}, element('summary', {}, `${text('number', { n })} · ${text('stored')}`));
    part.addEventListener('toggle', () => part.append(element('pre', {}, inside)), { once: true });
    return part;
  };

  const rowOf = (event: ProvenEvent, index: number): HTMLElement => {
    const isWrong = state.problems?.some((problem) => problem.kind === 'record' && problem.index === index) === true;
    const label = element('b', {}, labelOf(event.type));
    return element(
      'tr',
      isWrong ? { class: 'wrong' } : {},
      element('td', {}, instant(atOf(event))),
      element('td', {}, label, ...detailsOf(event), storedPart(event)),
      element('td', { dir: 'auto' }, actorOf(event)),
    );
  };

  const byAddress = (one: PackLink | undefined, other: PackLink | undefined): number =>
    (one?.articleLink ?? '') < (other?.articleLink ?? '') ? -1 : 1;

  const linkRow = (link: PackLink): HTMLElement => {
    const { articleLink, clientLink, status, liveDate, lastLiveAt, lastChecked } = link;
    const addresses = element('span', { class: 'address' }, `${articleLink} `);
    const target = element('span', { class: 'address quiet' }, `→ ${clientLink}`);
    const dayOr = (at: string | null) => element('td', {}, at === null ? '–' : day(at));
    return element(
      'tr',
      {},
      element('td', {}, addresses, target),
      element('td', {}, element('b', { class: `status ${status}` }, text(`status.${status}`))),
      ...[liveDate, lastLiveAt, lastChecked].map(dayOr),
    );
  };

  /** The links with their status and days, by address: what a reader wants to know before the records. */
  const linksPart = (pack: PackManifest): HTMLElement => {
    const columns = ['link', 'status', 'liveSince', 'lastLive', 'lastChecked'];
    const head = columns.map((key) => element('th', { scope: 'col' }, text(`links.${key}`)));
    const rows = Object.values(pack.links).toSorted(byAddress).map(linkRow);
    const table = element('table', {}, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...rows));
    return element('section', { class: 'links' }, element('h2', {}, text('links')), table);
  };

  const tableOf = (rows: readonly (readonly [number, ProvenEvent])[]): HTMLElement => {
    const head = ['when', 'what', 'by'].map((key) => element('th', { scope: 'col' }, text(key)));
    const body = element('tbody', {}, ...rows.map(([index, event]) => rowOf(event, index)));
    return element('table', {}, element('thead', {}, element('tr', {}, ...head)), body);
  };

  const recordsPart = (pack: PackManifest): HTMLElement => {
    const byLink = Map.groupBy(pack.events.entries(), ([, event]) => textOf(dataOf(event.data).linkId));
    const sorted = [...byLink].toSorted(([one], [other]) => byAddress(pack.links[one], pack.links[other]));
    const parts = sorted.map(([linkId, rows]) => {
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
    const leftOut = pack.leftOut > 0 ? element('p', { class: 'quiet' }, counted('leftOut', pack.leftOut)) : null;
    return element('section', {}, element('h2', {}, text('records')), leftOut, ...parts);
  };

  return { linksPart, recordsPart };
}
