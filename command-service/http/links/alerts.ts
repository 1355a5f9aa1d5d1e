/** POST /api/alerts/read: marks the caller's alerts as read. */

import { readAlertFeed } from '../../../projections/alerts/alert-feed.ts';
import { markAlertsRead, markAllAlertsRead } from '../../../projections/alerts/read-marks.ts';
import { alerts } from '../../../projections/views/links/alerts.ts';
import { readAlertsSchema } from '../../model/alert/commands.ts';
import { route } from '../route.ts';

export const alertRoutes = [
  route({
    method: 'POST',
    path: '/api/alerts/read',
    action: 'MarkAlertsRead',
    onSelf: true,
    summary: 'Marks alerts as read.',
    body: readAlertsSchema,
    answers: { 200: 'ReadAlertsAnswer' },
    writes: [],
    async handle({ principal: { userId }, body: { ids } }, { reads, alertMarks: marks, now }) {
      if (ids === undefined) await markAllAlertsRead(marks, userId, await reads.position(alerts), now());
      else await markAlertsRead(marks, userId, await readAlertFeed(reads, marks, userId, now()), ids, now());
      const unread = (await readAlertFeed(reads, marks, userId, now())).filter(({ read }) => !read).length;
      return { unread };
    },
  }),
];
