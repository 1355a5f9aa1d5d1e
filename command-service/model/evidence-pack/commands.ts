/** Input of POST /api/evidence-packs. */
import * as yup from 'yup';
import { calendarDate, text } from '../../contract/schema/fields.ts';

const SUBJECTS = ['linkId', 'client', 'campaignId'] as const;

/**
 * Body of POST /api/evidence-packs: one of `linkId`, `client` and `campaignId`, and the UTC days, both included. With
 * `notes`, the pack has the records with remarks and tags, too; with `terms`, those of what was agreed, without prices.
 */
export const evidencePackSchema = yup
  .object({
    linkId: text('Link', 100).nonNullable(),
    client: text('Client', 253).nonNullable(),
    campaignId: text('Campaign', 100).nonNullable(),
    from: calendarDate('from').nonNullable().required('from is required: a day written as YYYY-MM-DD'),
    to: calendarDate('to').nonNullable().required('to is required: a day written as YYYY-MM-DD'),
    notes: yup.boolean().typeError('notes must be true or false').nullable(),
    terms: yup.boolean().typeError('terms must be true or false').nullable(),
  })
  .test({
    name: 'subject',
    params: { jsonSchema: { oneOf: SUBJECTS.map((name) => ({ required: [name] })) } },
    test: (body, context) => {
      if (SUBJECTS.filter((name) => body[name]).length === 1) return true;
      return context.createError({ path: 'linkId', message: 'Name one of linkId, client and campaignId' });
    },
  });
