/** Input of alert requests. */

import * as yup from 'yup';

/** The most alerts that a request can mark as read. */
const MAX_IDS = 500;

const IDS = `ids must be a list of at most ${MAX_IDS} alert ids`;

/** Body of POST /api/alerts/read: `ids`, or `all: true`. */
export const readAlertsSchema = yup.object({
  ids: yup
    .array(yup.string().typeError(IDS).required(IDS).max(100, IDS))
    .typeError(IDS)
    .max(MAX_IDS, IDS)
    .test('one-of-two', 'Send either ids or all.', (ids, { parent }) => {
      return (ids === undefined) !== (parent.all === undefined);
    }),
  all: yup.boolean().typeError('all must be true').oneOf([true], 'all must be true'),
});
