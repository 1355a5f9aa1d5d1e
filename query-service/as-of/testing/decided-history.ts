/** Random histories of links as deciders make them: each event fits what happened before. */
import type { LinkStatus, Verdict } from '../../../command-service/contract/observation.ts';
import type { Scope } from '../../../command-service/contract/scope.ts';
import { DomainError } from '../../../command-service/core/errors.ts';
import type { CheckCommand } from '../../../command-service/model/check/commands.ts';
import { check } from '../../../command-service/model/check/decider.ts';
import { CLAIMS } from '../../../command-service/model/check/events.ts';
import {
  EventBuilder,
  linkAdded,
  linkEdited,
  linkMoved,
  linkPlaced,
  VISIT,
} from '../../../infra/testing/event-builder.ts';
import { randomNumbers } from '../../../infra/testing/random-history.ts';
import type { Recorded } from '../../../projections/view.ts';

interface RandomLink {
  readonly id: string;
  scope: Scope;
  place: 'active' | 'trash';
  articleLink: string;
  clientLink: string;
  campaignId: string | null;
  state: typeof check.initialState;
}

const OBSERVATION = { visits: [VISIT], browserSkipped: null };

/** The scopes, clients and campaigns of a history. */
export const DECIDED = {
  scopes: ['team:t1', 'team:t2', 'user:ann'],
  clients: ['one.example', 'two.example'],
  campaigns: ['c1', 'c2'],
} as const;

/** The same events for the same seed: checks, corrections, judgements, edits, moves and deletions of a few links. */
export function decidedHistory(seed: number, steps: number): readonly Recorded[] {
  const random = randomNumbers(seed);
  const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const builder = new EventBuilder();
  const links: RandomLink[] = [];
  let made = 0;
  let at = '';
  const fresh = (kind: string) => {
    made += 1;
    return `${kind}${made}`;
  };
  const add = (event: Parameters<EventBuilder['add']>[0]) => builder.add(event, { at });
  const verdictOf = (status: LinkStatus): Verdict => ({
    ...{ status, reason: ({ live: 'found-static', removed: 'not-on-page', pending: 'blocked' } as const)[status] },
    ...(status === 'live'
      ? { anchor: one(['tea', 'shoes']), linkType: one(['dofollow', 'nofollow'] as const) }
      : { anchor: null, linkType: null }),
    ...{ linkTypeCause: null, ruleVersion: 1 },
  });
  const decide = (link: RandomLink, command: CheckCommand) => {
    try {
      for (const event of check.decide(link.state, command)) {
        link.state = check.evolve(link.state, event);
        add({ ...event, stream: `check-${link.id}` });
      }
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  };
  const request = ({ id: linkId, articleLink, clientLink }: RandomLink): CheckCommand => {
    const reason = one(['manual', 'scheduled', 'confirm'] as const);
    return { type: 'RequestCheck', linkId, checkId: fresh('k'), reason, articleLink, clientLink };
  };
  const record = (link: RandomLink) => {
    const verdict = verdictOf(one(['live', 'live', 'removed', 'removed', 'pending'] as const));
    const checkId = link.state.open?.checkId ?? '';
    decide(link, { type: 'RecordCheck', linkId: link.id, checkId, observation: OBSERVATION, verdict });
  };
  const begin = () => {
    const [scope, client, campaignId] = [one(DECIDED.scopes), one(DECIDED.clients), one([null, ...DECIDED.campaigns])];
    const [articleLink, clientLink] = [`https://blog.example/${fresh('a')}`, `https://${client}/`];
    const id = fresh('l');
    links.push({ id, scope, place: 'active', articleLink, clientLink, campaignId, state: check.initialState });
    add(linkAdded(id, { scope, articleLink, clientLink, campaignId }));
  };
  const readdress = (link: RandomLink) => {
    const to = one([`https://${one(DECIDED.clients)}/`, `https://${one(DECIDED.clients)}/shoes`]);
    if (to === link.clientLink) return;
    add(linkEdited(link.id, { clientLink: { from: link.clientLink, to } }));
    link.clientLink = to;
    decide(link, request(link));
  };
  const place = (link: RandomLink) => {
    if (link.place === 'active') add(linkPlaced('LinkTrashed', link.id));
    else if (random() < 0.8) add(linkPlaced('LinkRestored', link.id));
    else {
      add(linkPlaced('LinkPurged', link.id));
      links.splice(links.indexOf(link), 1);
    }
    link.place = link.place === 'active' ? 'trash' : 'active';
  };
  const change = (link: RandomLink) => {
    const linkId = link.id;
    switch (Math.floor(random() * 17)) {
      case 0:
        return readdress(link);
      case 1: {
        const to = one([null, ...DECIDED.campaigns]);
        if (to !== link.campaignId) add(linkEdited(linkId, { campaignId: { from: link.campaignId, to } }));
        link.campaignId = to;
        return;
      }
      case 2: {
        const to = one(DECIDED.scopes);
        if (to !== link.scope) add(linkMoved(linkId, link.scope, to));
        link.scope = to;
        return;
      }
      case 3:
        return place(link);
      case 4:
      case 5: {
        const said = { claim: one(CLAIMS), note: 'I looked.', since: at.slice(0, 10) };
        return decide(link, { type: 'CorrectVerdict', linkId, correctionId: fresh('x'), ...said });
      }
      case 6: {
        const correctionId = link.state.correction?.correctionId ?? '';
        return decide(link, { type: 'UndoCorrection', linkId, correctionId, since: at.slice(0, 10) });
      }
      case 7: {
        const verdict = verdictOf(one(['live', 'removed', 'pending'] as const));
        const checkId = link.state.newest ?? '';
        return decide(link, {
          type: 'JudgeAgain',
          linkId,
          judgingId: 'j1',
          checkId,
          observation: OBSERVATION,
          verdict,
        });
      }
      case 9: {
        const data = { linkId, code: 'wrong-type', since: at.slice(0, 10), evidence: 'nofollow' } as const;
        return void add({ type: 'LinkDeviationNoticed', stream: `notice-${linkId}`, data });
      }
      case 8:
        return decide(link, request(link));
      default:
        decide(link, request(link));
        record(link);
    }
  };
  for (let step = 0; step < steps; step += 1) {
    at = new Date(Date.UTC(2026, 0, 1, 6 * step)).toISOString();
    const link = links.length === 0 || (links.length < 5 && random() < 0.1) ? null : one(links);
    if (link === null) begin();
    else change(link);
  }
  return builder.all;
}
