/** The titles of the messages of alert rules, for mails, channels and rehearsals. Pure. */
import german from '../../../command-service/contract/languages/de/alert-rules.json' with { type: 'json' };
import english from '../../../command-service/contract/languages/en/alert-rules.json' with { type: 'json' };
import { type Texts, textsOf } from '../../../command-service/contract/languages/texts.ts';
import { ALERT_KINDS, type AlertKind, type AlertRule } from '../../../command-service/model/alert-rule/events.ts';
import type { PlannedGroup, PlannedKind, PlannedMessage } from './rule-plan.ts';

export type RuleTexts = Texts<keyof typeof english>;

/** The texts of alert rules in the language of their reader. */
export const ruleTexts = textsOf({ en: english, de: german });

type Counted = Pick<PlannedGroup, 'site' | 'client' | 'counts'>;

/** One sentence: '14 links on northbank.example were removed'. */
export function messageTitle(
  { kind, isDigest, groups }: Pick<PlannedMessage, 'kind' | 'isDigest'> & { readonly groups: readonly Counted[] },
  texts: RuleTexts,
): string {
  const events = eventsOf(kind, groups, texts);
  return isDigest ? texts.text('digest', { events }) : events;
}

/** The same for one group of a message. */
export function groupTitle(kind: PlannedKind, group: Counted, texts: RuleTexts): string {
  return eventsOf(kind, [group], texts);
}

/** What a rule tells, and when: the kinds of alerts and the pace. */
export function formatRule({ kinds, when }: AlertRule, { text, locale }: RuleTexts): { kinds: string; pace: string } {
  const names = kinds.map((kind) => text(`kind.${kind}`));
  return { kinds: new Intl.ListFormat(locale, { type: 'unit' }).format(names), pace: text(`pace.${when.pace}`) };
}

function eventsOf(message: PlannedKind, groups: readonly Counted[], texts: RuleTexts): string {
  const parts = ALERT_KINDS.flatMap((kind) => {
    const own = groups.filter(({ counts }) => (counts[kind] ?? 0) > 0);
    const count = own.reduce((sum, { counts }) => sum + (counts[kind] ?? 0), 0);
    return count === 0 ? [] : texts.text(keyOf(message, kind), { count, on: placeOf(own, texts) });
  });
  return new Intl.ListFormat(texts.locale, { type: 'unit' }).format(parts);
}

/** The site of all groups, or the number of sites if each group has one; else their client; else ''. */
function placeOf(groups: readonly Counted[], { text }: RuleTexts): string {
  const sites = new Set(groups.map(({ site }) => site));
  const clients = new Set(groups.map(({ client }) => client));
  const [[site = null], [client = null]] = [[...sites], [...clients]];
  if (sites.size === 1 && site !== null && site !== '') return text('on.site', { site });
  if (sites.size > 1 && !sites.has(null)) return text('on.sites', { count: sites.size });
  return clients.size === 1 && client !== null && client !== '' ? text('on.client', { client }) : '';
}

function keyOf(message: PlannedKind, kind: AlertKind): keyof typeof english {
  if (message === 'alerts' || message === 'outage' || (kind !== 'lost' && kind !== 'unclear')) return `alerts.${kind}`;
  return `${message}.${kind}`;
}
