/** The mails that each kind of unsubscribe address is about. */
import type { EventMetadata, EventStore } from '../../infra/ports/storage/event-store.ts';
import { formatRule, ruleTexts } from '../../projections/alerts/rules/message-titles.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { type Language, readerIn } from '../contract/languages.ts';
import { userScope } from '../contract/scope.ts';
import { handle, load } from '../core/handle.ts';
import { alertRules, streamOf as rulesStreamOf } from '../model/alert-rule/decider.ts';
import { report, streamOf as reportStreamOf } from '../model/report/decider.ts';
import { user, streamOf as userStreamOf } from '../model/user/decider.ts';
import type { MailSetting, UnsubscribeSubject } from './unsubscribe-links.ts';

interface UnsubscribeMails {
  readonly about: 'report' | 'rule' | MailSetting;
  /** The name of the report, or what the alert rule tells; '' for other mails. */
  readonly name: string;
  readonly isOn: boolean;
  /** The language of their reader; null if unknown. */
  readonly language: Language | null;
  /** Who acts in the events of `turn`. */
  readonly actor: string;
  /** Switches the mails on or off. A repeated call changes nothing. */
  readonly turn: (isOn: boolean, metadata: EventMetadata) => Promise<unknown>;
}

/** The mails of a subject; null once there will be no more of them. */
export async function findMails(
  store: EventStore<LinkledgerEvent>,
  subject: UnsubscribeSubject,
): Promise<UnsubscribeMails | null> {
  switch (subject.kind) {
    case 'report': {
      const { kind: _, ...of } = subject;
      const { state } = await load(store, report, reportStreamOf(of.reportId));
      if (state.status !== 'active' || !state.recipients.some((each) => each.recipientId === of.recipientId))
        return null;
      const { name, language } = state.fields;
      return {
        ...{ about: 'report', name, language, isOn: !state.left.has(of.recipientId), actor: 'system' },
        turn: (isOn, metadata) =>
          handle(store, report, { type: isOn ? 'ReturnToReport' : 'LeaveReport', ...of }, metadata),
      };
    }
    case 'setting': {
      const { userId, setting } = subject;
      const { state } = await load(store, user, userStreamOf(userId));
      if (state.status !== 'active') return null;
      const { language, [setting]: isOn } = state.settings;
      return {
        ...{ about: setting, name: '', language, isOn, actor: userId },
        turn: (wanted, metadata) =>
          handle(store, user, { type: 'ChangeSettings', userId, fields: { [setting]: wanted } }, metadata),
      };
    }
    case 'rule': {
      const { userId, ruleId } = subject;
      const scope = userScope(userId);
      const { state: person } = await load(store, user, userStreamOf(userId));
      const { state: rules } = await load(store, alertRules, rulesStreamOf(scope));
      const rule = rules?.find(({ id }) => id === ruleId);
      if (person.status !== 'active' || !rules || rule === undefined) return null;
      const { language } = person.settings;
      const { kinds, pace } = formatRule(rule, ruleTexts(readerIn(language)));
      return {
        ...{ about: 'rule', name: `${kinds}: ${pace}`, language, isOn: rule.on, actor: userId },
        turn(on, metadata) {
          const turned = rules.map((each) => (each.id === ruleId ? { ...each, on } : each));
          return handle(store, alertRules, { type: 'SetAlertRules', scope, rules: turned }, metadata);
        },
      };
    }
    default:
      return subject satisfies never;
  }
}
