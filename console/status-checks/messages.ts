/** The words of status checks: runs over all links of a scope. */
import type { StatusCheckAnswer } from '../../query-service/contract/answers/status-checks.ts';

export const messages = {
  run: 'Run Status Check',
  starting: 'Starting...',
  nextCheckIn: 'Next check in',
  noLinks: 'No Links to Check',
  noLinksHint: 'Add a link first: a status check visits the page of every link.',
  finished: 'Status Check Complete',
  brokenOff: 'Status check stopped early',
  brokenOffHint: 'Not every link could be checked. You can run it again at once.',
  failed: 'The status check could not be started',

  notNow: 'Not now',

  upgradeTitle: 'Upgrade to run unlimited checks',
  upgradeHint: 'The Free plan runs one status check every 14 days. Starter and Professional run as many as you like.',
  nextCheckAt: 'Next check',
  otherOwner:
    'The plan of the team’s owner counts for its links. Ask them to upgrade, or wait until the next check is due.',
  canCheckNow: 'A status check can be run now.',
  toPlans: 'See plans',
} as const;

/** 'Checking 12/40'. */
export function formatChecking({ done, total }: Pick<StatusCheckAnswer, 'done' | 'total'>): string {
  return `Checking ${done.toLocaleString('en')}/${total.toLocaleString('en')}`;
}

/** '38 live · 1 removed · 1 pending'. */
export function formatOutcome({ live, removed, pending }: Pick<StatusCheckAnswer, 'live' | 'removed' | 'pending'>) {
  return `${live.toLocaleString('en')} live · ${removed.toLocaleString('en')} removed · ${pending.toLocaleString('en')} pending`;
}
