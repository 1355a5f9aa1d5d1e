/** The words of an alert, for people. Contract: the page, the menu and the mails say it the same way. Pure. */
import { formatReasonCode } from '../../command-service/reasons.ts';
import type { AlertFact } from '../views/links/alerts.ts';
import type { LinkCounts } from './alert-feed.ts';

export interface AlertWords {
  readonly title: string;
  /** Whole sentences. */
  readonly message: string;
}

/** What the words are made of besides: what is known now of the things that an alert is about. */
export interface AlertNames {
  readonly link: { readonly articleLink: string; readonly clientLink: string } | null;
  /** The person who joined, and the team. */
  readonly person: string;
  readonly team: string;
}

/** Longest address in a sentence. */
const LONGEST = 80;

/** Says what happened `at` that instant. */
export function formatAlert(what: AlertFact, at: string, names: AlertNames): AlertWords {
  switch (what.kind) {
    case 'status-changed':
      return statusChanged(what, formatLink(names.link));
    case 'expires': {
      const days = Temporal.PlainDate.from(at.slice(0, 10)).until(what.expirationDate, { largestUnit: 'days' }).days;
      const when = days < 1 ? 'Today' : days === 1 ? 'in 1 Day' : `in ${days} Days`;
      return {
        title: `Link Expiring ${when}`,
        message: `${formatLink(names.link)} expires on ${formatDay(what.expirationDate)}.`,
      };
    }
    case 'unchecked':
      return {
        title: 'Link Needs Checking',
        message: `${formatLink(names.link)} was live when it was last checked, on ${formatDay(what.lastChecked)}. It has not been checked for more than 14 days.`,
      };
    case 'joined':
      return { title: 'New Team Member', message: `${names.person} joined ${names.team}.` };
    case 'run-finished': {
      const { done, live, removed, pending } = what.counts;
      const checked = `${links(done)} ${done === 1 ? 'was' : 'were'} checked: ${live} live, ${removed} removed, ${pending} pending.`;
      return what.outcome === 'whole'
        ? { title: 'Status Check Finished', message: checked }
        : { title: 'Status Check Broken Off', message: `It could not go through every link. ${checked}` };
    }
    case 'silent':
      return {
        title: 'Checks Are Delayed',
        message: `Nothing has been checked for ${what.hours} hours although checks are due. What is said of your links may be out of date.`,
      };
    case 'resumed':
      return { title: 'Checks Are Running Again', message: 'Checks that are due are done again.' };
    default:
      what satisfies never;
      return { title: '', message: '' };
  }
}

/** The words of an alert that counts the links. */
export function formatCounts(kind: 'summary' | 'attention', { live, removed, pending }: LinkCounts): AlertWords {
  if (kind === 'attention') {
    return {
      title: 'Links Need Attention',
      message: `${links(pending)} ${pending === 1 ? 'is' : 'are'} pending: nothing could be said of ${pending === 1 ? 'it' : 'them'} yet.`,
    };
  }
  const lost = removed === 1 ? '1 has been removed' : `${removed.toLocaleString('en')} have been removed`;
  return { title: 'Links Summary', message: `${links(live)} ${live === 1 ? 'is' : 'are'} live, ${lost}.` };
}

function statusChanged(
  { from, to, reason }: Extract<AlertFact, { readonly kind: 'status-changed' }>,
  link: string,
): AlertWords {
  const why = formatReasonCode(reason);
  if (to === 'removed') return { title: 'Link Removed', message: `${link} has been removed. ${why}` };
  const now = to === 'pending' ? 'could not be verified' : from === 'removed' ? 'is live again' : 'is live';
  return { title: 'Link Status Changed', message: `${link} ${now}. ${why}` };
}

/** 'The link to client.example on blog.example/post'. */
function formatLink(link: AlertNames['link']): string {
  if (link === null) return 'A link';
  const client = link.clientLink === '' ? '' : ` to ${inShort(URL.parse(link.clientLink)?.host ?? link.clientLink)}`;
  const url = URL.parse(link.articleLink);
  const article = url === null ? link.articleLink : `${url.host}${url.pathname.replace(/\/$/, '')}`;
  return `The link${client}${article === '' ? '' : ` on ${inShort(article)}`}`;
}

/** Without what would break the line, or turn it round. */
function inShort(address: string): string {
  const bare = address.replace(/^www\./, '').replaceAll(/[\s\p{C}]+/gu, ' ');
  return bare.length > LONGEST ? `${bare.slice(0, LONGEST - 1)}…` : bare;
}

function links(count: number): string {
  return count === 1 ? '1 link' : `${count.toLocaleString('en')} links`;
}

/** '3 March 2026', of a day or of an instant's UTC day. */
function formatDay(day: string): string {
  const words = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Date(day.slice(0, 10)).toLocaleDateString('en-GB', words);
}
