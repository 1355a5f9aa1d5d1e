/** Texts of status checks and of the upgrade dialog. */
import type { StatusCheckAnswer } from '../../query-service/contract/answers/status-checks.ts';
import { formatLinks } from '../platform/format/counts.ts';

export const messages = {
  run: 'Run Status Check',
  starting: 'Starting...',
  nextCheckIn: 'Next check in',
  noLinks: 'No Links to Check',
  noLinksHint: 'Add a link first. A status check visits the page of every link.',
  finished: 'Status Check Complete',
  brokenOff: 'Status check stopped early',
  brokenOffHint: 'Some links were not checked. You can run it again now.',
  failed: 'The status check could not be started',

  notNow: 'Not now',

  upgradeTitle: 'Upgrade to run unlimited checks',
  upgradeHint: 'On the Free plan you can run one status check every 14 days. Starter and Professional have no limit.',
  nextCheckAt: 'Next check',
  otherOwner: 'The plan of the team’s owner counts for its links. Ask them to upgrade, or wait until the next check.',
  canCheckNow: 'You can run a status check now.',
  toPlans: 'See plans',
} as const;

/** 'Checks 45 links': what the button does. */
export function formatReady(links: number): string {
  return `Checks ${formatLinks(links)}`;
}

/** 'Checking 12/40'. */
export function formatChecking({ done, total }: Pick<StatusCheckAnswer, 'done' | 'total'>): string {
  return `Checking ${done.toLocaleString('en')}/${total.toLocaleString('en')}`;
}

/** '38 live · 1 removed · 1 pending'. */
export function formatOutcome({ live, removed, pending }: Pick<StatusCheckAnswer, 'live' | 'removed' | 'pending'>) {
  return `${live.toLocaleString('en')} live · ${removed.toLocaleString('en')} removed · ${pending.toLocaleString('en')} pending`;
}
