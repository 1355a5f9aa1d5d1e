/** The texts of alerts. Contract: the page, the menu and the mails show the same. Pure. */
import { daysUntil, formatDay } from '../rules/calendar-days.ts';
import type { AlertFact } from '../views/links/alerts.ts';
import { formatLinkEvent, linkEventOf } from './alert-events.ts';
import type { LinkCounts } from './alert-feed.ts';

interface AlertText {
  readonly title: string;
  /** Whole sentences. */
  readonly message: string;
}

/** The present names of what an alert is about. */
interface AlertNames {
  readonly link: { readonly articleLink: string; readonly clientLink: string } | null;
  /** The person who joined, and their team. */
  readonly person: string;
  readonly team: string;
}

/** The longest address in a sentence, in characters. */
const LONGEST = 80;

/** The text of an alert raised at the instant `at`. */
export function formatAlert(what: AlertFact, at: string, names: AlertNames): AlertText {
  switch (what.kind) {
    case 'status-changed':
      return statusChanged(what, formatLink(names.link));
    case 'warned':
      return {
        title: 'Link Warning',
        message: `${formatLink(names.link)} needs a look. ${formatLinkEvent(what)}`,
      };
    case 'expires': {
      const days = daysUntil(what.expirationDate, at.slice(0, 10));
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
      const tally = `${live} live, ${removed} removed, ${pending} pending`;
      const checked = done === 1 ? `1 link was checked: ${tally}.` : `${links(done)} were checked: ${tally}.`;
      return what.outcome === 'whole'
        ? { title: 'Status Check Finished', message: checked }
        : { title: 'Status Check Broken Off', message: `The status check did not reach every link. ${checked}` };
    }
    case 'silent':
      return {
        title: 'Checks Are Delayed',
        message: `No link has been checked for ${what.hours} hours although checks are due. The status shown for your links may be out of date.`,
      };
    case 'resumed':
      return { title: 'Checks Are Running Again', message: 'Checks have resumed.' };
    default:
      what satisfies never;
      return { title: '', message: '' };
  }
}

/** The text of an alert that counts links. */
export function formatCounts(kind: 'summary' | 'attention', counts: LinkCounts): AlertText {
  const { live, removed, notFound, pending } = counts;
  if (kind === 'attention') {
    return {
      title: 'Links Need Attention',
      message:
        pending === 1
          ? '1 link is pending: the status is not known yet.'
          : `${links(pending)} are pending: the statuses are not known yet.`,
    };
  }
  const gone = removed - notFound;
  const lost = gone === 1 ? '1 has been removed' : `${gone.toLocaleString('en')} have been removed`;
  const rest = notFound === 0 ? lost : `${lost}, ${notFound.toLocaleString('en')} not found yet`;
  return {
    title: 'Links Summary',
    message: live === 1 ? `1 link is live, ${rest}.` : `${links(live)} are live, ${rest}.`,
  };
}

function statusChanged(what: Extract<AlertFact, { readonly kind: 'status-changed' }>, link: string): AlertText {
  const event = linkEventOf(what);
  const why = formatLinkEvent(what);
  if (event === 'not-found') return { title: 'Link Not Found Yet', message: `${link} has not been found yet. ${why}` };
  if (event === 'removed') return { title: 'Link Removed', message: `${link} has been removed. ${why}` };
  const now = event === 'not-verified' ? 'could not be verified' : event === 'live-again' ? 'is live again' : 'is live';
  return { title: 'Link Status Changed', message: `${link} ${now}. ${why}` };
}

/** 'The link to client.example on blog.example/post'. */
function formatLink(link: AlertNames['link']): string {
  if (link === null) return 'A link';
  const client = link.clientLink === '' ? '' : ` to ${shorten(URL.parse(link.clientLink)?.host ?? link.clientLink)}`;
  const url = URL.parse(link.articleLink);
  const article = url === null ? link.articleLink : `${url.host}${url.pathname.replace(/\/$/, '')}`;
  return `The link${client}${article === '' ? '' : ` on ${shorten(article)}`}`;
}

/** At most LONGEST characters, without line breaks and characters that reverse the text. */
function shorten(address: string): string {
  const bare = address.replace(/^www\./, '').replaceAll(/[\s\p{C}]+/gu, ' ');
  return bare.length > LONGEST ? `${bare.slice(0, LONGEST - 1)}…` : bare;
}

function links(count: number): string {
  return count === 1 ? '1 link' : `${count.toLocaleString('en')} links`;
}
