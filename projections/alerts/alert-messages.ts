/** The texts of alerts. Contract: the page, the menu and the mails show the same texts. Pure. */
import { daysUntil, formatDay } from '../rules/calendar-days.ts';
import type { AlertFact } from '../views/links/alerts.ts';
import { type AlertTexts, ENGLISH, formatLinkEvent, type LinkAlert, linkEventOf } from './alert-events.ts';
import type { LinkCounts } from './alert-feed.ts';

interface AlertText {
  readonly title: string;
  /** The message in whole sentences. */
  readonly message: string;
}

/** The present names of the subject of an alert. */
interface AlertNames {
  readonly link: { readonly articleLink: string; readonly clientLink: string } | null;
  /** The person who joined, and their team. */
  readonly person: string;
  readonly team: string;
}

/** The longest address in a sentence, in characters. */
const LONGEST = 80;

/** The text of an alert raised at `at`, an instant or the day in its list, in English. */
export function formatAlert(fact: AlertFact, at: string, names: AlertNames): AlertText {
  switch (fact.kind) {
    case 'status-changed':
    case 'warned':
    case 'deviates':
    case 'expires':
    case 'unchecked':
      return formatLinkAlert(fact, at, names.link, ENGLISH);
    case 'joined':
      return { title: 'New Team Member', message: `${names.person} joined ${names.team}.` };
    case 'run-finished': {
      const { done, live, removed, pending } = fact.counts;
      const tally = `${live} live, ${removed} removed, ${pending} pending`;
      const checked = done === 1 ? `1 link was checked: ${tally}.` : `${links(done)} were checked: ${tally}.`;
      return fact.outcome === 'whole'
        ? { title: 'Status Check Finished', message: checked }
        : { title: 'Status Check Broken Off', message: `The status check did not reach every link. ${checked}` };
    }
    case 'report-waits':
      return { title: 'A Report Waits for You', message: formatWaiting(fact) };
    case 'silent':
      return {
        title: 'Checks Are Delayed',
        message: `No link has been checked for ${fact.hours} hours although checks are due. The status shown for your links may be out of date.`,
      };
    case 'resumed':
      return { title: 'Checks Are Running Again', message: 'Checks have resumed.' };
    default:
      fact satisfies never;
      return { title: '', message: '' };
  }
}

function formatWaiting({ name, because }: AlertFact & { kind: 'report-waits' }): string {
  switch (because) {
    case 'first':
      return `The first issue of “${name}” goes out only when a person releases it.`;
    case 'checks-delayed':
      return `An issue of “${name}” is held because checks were late in its period. Read it, then release it.`;
    case 'unverified':
      return `An issue of “${name}” is held because too many links could not be verified. Read it, then release it.`;
    case 'chosen':
      return `An issue of “${name}” is drafted. Read it, then release it.`;
    default:
      return because satisfies never;
  }
}

/** The text of the alert about several links that were added together and were not found. */
export function formatUnfound(count: number): AlertText {
  return { title: 'Links Not Found Yet', message: `${links(count)} that were added together were not found.` };
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

/** The text of an alert about a link, in the language of its reader. */
export function formatLinkAlert(fact: LinkAlert, at: string, link: AlertNames['link'], texts: AlertTexts): AlertText {
  const { text, locale } = texts;
  const event = linkEventOf(fact);
  const [title, message] = [`title.${event}`, `message.${event}`] as const;
  const named = formatLink(link, text);
  switch (fact.kind) {
    case 'expires': {
      const days = Math.max(0, daysUntil(fact.expirationDate, at.slice(0, 10)));
      const day = formatDay(fact.expirationDate, locale);
      return { title: text(title, { days }), message: text(message, { link: named, day }) };
    }
    case 'unchecked': {
      const day = formatDay(fact.lastChecked, locale);
      return { title: text(title), message: text(message, { link: named, day }) };
    }
    default:
      return { title: text(title), message: text(message, { link: named, why: formatLinkEvent(fact, texts) }) };
  }
}

/** The link as the subject of a sentence: 'The link to client.example on blog.example/post'. */
function formatLink(link: AlertNames['link'], text: AlertTexts['text']): string {
  if (link === null) return text('link.any');
  const { articleLink, clientLink } = link;
  const url = URL.parse(articleLink);
  const client = shorten(URL.parse(clientLink)?.host ?? clientLink);
  const article = shorten(url === null ? articleLink : `${url.host}${url.pathname.replace(/\/$/, '')}`);
  if (article === '') return text(client === '' ? 'link.any' : 'link.toClient', { client });
  return text(client === '' ? 'link.onArticle' : 'link.toClientOnArticle', { client, article });
}

/** At most LONGEST characters, without line breaks and characters that reverse the text. */
function shorten(address: string): string {
  const bare = address.replace(/^www\./, '').replaceAll(/[\s\p{C}]+/gu, ' ');
  return bare.length > LONGEST ? `${bare.slice(0, LONGEST - 1)}…` : bare;
}

function links(count: number): string {
  return count === 1 ? '1 link' : `${count.toLocaleString('en')} links`;
}
