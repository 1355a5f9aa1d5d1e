/**
 * Records a notice when a check finds that a link no longer is as agreed. A loss has its own alert, and what already held
 * when it was agreed is no news.
 */
import type { EventStore } from '../../infra/ports/storage/event-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { begunBy } from '../../projections/rules/deviations.ts';
import { links } from '../../projections/views/links/links.ts';
import { todayOf } from '../../projections/views/people/days-of-lists.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { handle } from '../core/handle.ts';
import { notice } from '../model/notice/decider.ts';
import type { Reaction, Reactor, RecordedOf } from './run-reactor.ts';

interface DeviationNoticeDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly reads: ReadStore;
}

export function deviationNotices({ store, reads }: DeviationNoticeDeps): Reactor {
  return {
    name: 'deviations',
    failing: 'could not record that a link deviates; trying again',
    // Links of the past raise no alerts.
    from: 'now',
    handlers: { LinkChecked: notices, LinkStatusChanged: notices },
  };

  async function notices(
    { position, data: { linkId }, metadata: { at } }: RecordedOf<'LinkChecked' | 'LinkStatusChanged'>,
    { signal, metadata }: Reaction,
  ): Promise<boolean> {
    await reads.reached(links, position, signal);
    const doc = signal.aborted ? null : await reads.get(links, linkId);
    if (doc === null || doc.place !== 'active') return false;
    const today = await todayOf(reads, [doc.scope], new Date(at));
    const news = begunBy(doc.deviations, today).filter(({ code, isOld }) => code !== 'lost-early' && !isOld);
    for (const { code, since, evidence } of news) {
      await handle(store, notice, { type: 'NoticeDeviation', linkId, code, since, evidence }, metadata());
    }
    return news.length > 0;
  }
}
