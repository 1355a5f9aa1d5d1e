/** Why a link has its status, what a check warns of, and what it saw, in the reader's language. */
import type {
  Indexing,
  NearMiss,
  PageFault,
  RobotsTxt,
  TargetResponse,
  WarningCode,
} from '../../command-service/contract/observation.ts';
import * as english from '../../command-service/contract/reasons.ts';
import type {
  CheckResultAnswer,
  LinkAnswer,
  ReasonAnswer,
  WarningAnswer,
} from '../../query-service/contract/answers/links.ts';
import { formatDay } from '../platform/format/dates.ts';
import { translateCheckerText } from '../platform/language/server-texts.ts';
import { translation } from '../platform/language/translation.ts';
import { format, labels } from './messages.ts';

const { messages: texts } = translation('reasons', english.ENGLISH_TEXTS);

/** The sentence of a reason; the server's own text for a code that this version does not know. */
export function formatReason({ code, details, text = '' }: Pick<ReasonAnswer, 'code' | 'details'> & { text?: string }) {
  if (!english.STATUS_REASONS.includes(code)) return text;
  const message = details?.message;
  const translated = message === undefined ? details : { ...details, message: translateCheckerText(message) };
  return english.formatReason(code, translated, texts);
}

/** The reason of a check's result or of a shared link; the server's own text without a code. */
export function formatResult({
  reason,
  reasonCode,
  reasonDetails,
}: Pick<CheckResultAnswer, 'reason' | 'reasonDetails'> & { readonly reasonCode: ReasonAnswer['code'] | null }): string {
  if (reasonCode === null) return translateCheckerText(reason);
  return formatReason({ code: reasonCode, details: reasonDetails, text: reason });
}

/** The reason of a link's status, and the day a check last found a link that is not live. */
export function formatLinkReason({
  reason,
  status,
  lastLiveAt,
}: Pick<LinkAnswer, 'reason' | 'status' | 'lastLiveAt'>): string {
  const sentence = formatReason(reason);
  if (status === 'live' || lastLiveAt === null) return sentence;
  return `${sentence} ${format('lastSeen', { day: formatDay(lastLiveAt.slice(0, 10)) })}`;
}

const SHORT: Readonly<Partial<Record<string, string>>> = labels('short');

/** A reason in few words: '410, page gone'; its sentence if there are none. */
export function formatShortReason({ code, details }: ReasonAnswer): string {
  const words = SHORT[code] ?? formatReason({ code, details: null }).replace(/\.$/, '');
  return details?.httpStatus === undefined ? words : `${details.httpStatus}, ${words}`;
}

/** A warning in a sentence; the server's own text for a code that this version does not know. */
export function formatWarning({ code, evidence, text }: WarningAnswer): string {
  if (!english.isWarningCode(code)) return text;
  return english.formatWarning({ code, evidence: translateCheckerText(evidence) }, texts);
}

/** The name of a warning, for filters and settings. */
export function formatWarningLabel(code: WarningCode): string {
  return english.formatWarningLabel(code, texts);
}

export function formatFault(fault: PageFault): string {
  return english.formatFault(fault, texts);
}

export function formatNearMiss(nearMiss: NearMiss): string {
  return english.formatNearMiss(nearMiss, texts);
}

export function formatIndexing(indexing: Indexing): string {
  return english.formatIndexing(indexing, texts);
}

export function formatRobotsTxt(robotsTxt: RobotsTxt): string {
  return english.formatRobotsTxt(robotsTxt, texts);
}

export function formatLanding(landing: TargetResponse): string {
  const { error } = landing;
  const translated =
    error === null ? landing : { ...landing, error: { ...error, message: translateCheckerText(error.message) } };
  return english.formatLanding(translated, texts);
}
