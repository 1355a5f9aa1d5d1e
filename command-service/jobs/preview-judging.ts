/** Previews judging the past checks of a list again. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import type { LinkDoc } from '../../projections/views/links/link-doc.ts';
import type { JudgedLinkAnswer, JudgingPreviewAnswer } from '../../query-service/contract/answers/judgings.ts';
import type { Matching } from '../contract/observation.ts';
import { formatReason } from '../contract/reasons.ts';
import type { Scope } from '../contract/scope.ts';
import { type JudgeDeps, previewJudging } from '../links/judge-link.ts';
import { scanLinks } from '../links/scan-links.ts';

/** How many links are read at once, and how many a person sees before they decide. */
const AT_ONCE = 25;
const SHOWN = 100;

type VerdictChange = Omit<JudgedLinkAnswer, 'linkId' | 'articleLink' | 'clientLink'>;

/** Counts the links whose verdict would change; writes nothing. */
export async function previewJudgings(
  deps: JudgeDeps & { readonly reads: ReadStore },
  scope: Scope,
  matching: Matching,
): Promise<JudgingPreviewAnswer> {
  const counts = new Map<string, JudgingPreviewAnswer['changes'][number]>();
  const links: JudgedLinkAnswer[] = [];
  const without = { 'needs-visit': 0, 'never-checked': 0 };
  let total = 0;
  for await (const docs of scanLinks(deps.reads, { where: { scope, place: 'active' } }, '')) {
    total += docs.length;
    for (let at = 0; at < docs.length; at += AT_ONCE) {
      const turn = docs.slice(at, at + AT_ONCE);
      const changes = await Promise.all(turn.map((doc) => changeOf(deps, doc, matching)));
      for (const [index, { id: linkId, articleLink, clientLink }] of turn.entries()) {
        const change = changes[index];
        if (change === undefined) continue;
        if (typeof change === 'string') {
          without[change]++;
          continue;
        }
        const { from, to, wasLive } = change;
        const kind = `${from} ${to} ${wasLive}`;
        counts.set(kind, { from, to, wasLive, count: (counts.get(kind)?.count ?? 0) + 1 });
        if (links.length < SHOWN) links.push({ linkId, articleLink, clientLink, ...change });
      }
      await nextTurn();
    }
  }
  return {
    matching,
    total,
    needsVisit: without['needs-visit'],
    neverChecked: without['never-checked'],
    links,
    changes: [...counts.values()].toSorted((one, other) => other.count - one.count),
  };
}

/** The change in a link's verdict; undefined without a change. */
async function changeOf(
  deps: JudgeDeps,
  { id, status, lastLiveAt }: LinkDoc,
  matching: Matching,
): Promise<VerdictChange | 'needs-visit' | 'never-checked' | undefined> {
  const events = await previewJudging(deps, id, matching);
  if (typeof events === 'string') return events;
  const judged = events.find(({ type }) => type === 'VerdictJudgedAgain');
  if (judged?.type !== 'VerdictJudgedAgain') return undefined;
  const { verdict, details = null } = judged.data;
  const changed = events.find(({ type }) => type === 'LinkStatusChanged');
  const reason = { code: verdict.reason, text: formatReason(verdict.reason, details), details };
  const wasLive = lastLiveAt !== null;
  if (changed?.type !== 'LinkStatusChanged') return { from: status, to: status, wasLive, reason };
  return { from: changed.data.from, to: changed.data.to, wasLive, reason };
}
