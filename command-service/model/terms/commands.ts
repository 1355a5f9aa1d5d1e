/** Terms commands: the schema of the request body, and the command. */
import * as yup from 'yup';
import { LINK_TYPES, type LinkType } from '../../contract/observation.ts';
import { line, text } from '../../contract/schema/fields.ts';
import { type AgreedAnchor, type AgreedTerms, ANCHOR_RULES, type Terms } from './events.ts';

/** The most anchor texts of a link's terms, and the most characters of a text: checks keep no longer anchors. */
export const MAX_ANCHORS = 50;
const MAX_ANCHOR = 500;

const TYPES = `Link types must be some of ${LINK_TYPES.join(', ')}`;
const RULE = `Anchor rule must be one of ${ANCHOR_RULES.join(', ')}`;
const NO_TEXT = 'Enter the anchor text';
const ONE_TEXT = 'Enter a single anchor text, or choose “one of these”';

/** What is agreed: an absent field is not. */
export const termsSchema = yup.object({
  anchor: yup
    .object({
      rule: yup.string().typeError(RULE).oneOf(ANCHOR_RULES, RULE).required(RULE),
      texts: yup
        .array(
          line('Anchor', MAX_ANCHOR)
            .required(NO_TEXT)
            .test('blank', NO_TEXT, (text) => !isBlank(text)),
        )
        .typeError('Anchor texts must be a list')
        .min(1, NO_TEXT)
        .max(MAX_ANCHORS, `Enter at most ${MAX_ANCHORS} anchor texts`)
        .required(NO_TEXT),
    })
    .nullable()
    .default(undefined)
    .optional()
    .test({
      name: 'one-text',
      message: ONE_TEXT,
      params: {
        jsonSchema: {
          anyOf: [
            { properties: { rule: { enum: ['one-of', 'none-of'] } } },
            { properties: { texts: { maxItems: 1 } } },
          ],
        },
      },
      test: (anchor) => !anchor || isOfMany(anchor.rule) || (anchor.texts?.length ?? 0) <= 1,
    }),
  linkTypes: yup
    .array(yup.string().oneOf(LINK_TYPES, TYPES).required(TYPES))
    .typeError(TYPES)
    .min(1, 'Choose at least one link type')
    .nullable(),
  indexable: yup.boolean().typeError('Indexable must be true or false').nullable(),
  visible: yup.boolean().typeError('Visible must be true or false').nullable(),
  goneAfterEnd: yup.boolean().typeError('Gone after end must be true or false').nullable(),
});

/** Whether an anchor rule compares with a list. */
export function isOfMany(rule: AgreedAnchor['rule']): boolean {
  return rule === 'one-of' || rule === 'none-of';
}

/** Whether a text has nothing that a reader sees. */
function isBlank(text: string | undefined): boolean {
  return (text ?? '').replaceAll(/[\s\u00ad\u200b\u2060]/g, '') === '';
}

/** The terms of a body: each anchor text and link type once, and no list of all link types. */
export function termsOf(body: yup.InferType<typeof termsSchema>): Terms {
  const { anchor, linkTypes, indexable, visible, goneAfterEnd } = body;
  const texts = [...new Set(anchor?.texts.map((text) => text.trim()))];
  const types = LINK_TYPES.filter((type) => linkTypes?.includes(type));
  return {
    anchor: anchor ? { rule: anchor.rule, texts } : null,
    linkTypes: linkTypes && types.length < LINK_TYPES.length ? (types satisfies readonly LinkType[]) : null,
    indexable: indexable ?? false,
    visible: visible ?? false,
    goneAfterEnd: goneAfterEnd ?? false,
  };
}

/** Body of PUT /api/links/{id}/terms: with a template and no terms, the link gets those of the template. */
export const agreedSchema = termsSchema.shape({ templateId: text('Template', 100).nullable() });

/** Without terms of its own, the body has those of the template: the caller looks them up. */
export function agreedOf({ templateId, ...own }: yup.InferType<typeof agreedSchema>): AgreedTerms {
  const isChanged = Object.values(own).some((term) => term !== undefined);
  const template = templateId ? { id: templateId, isChanged } : templateId === null ? null : undefined;
  return { terms: termsOf(own), template };
}

/** Replaces all terms of the link. Without a template, the link keeps its template, as changed; null removes it. */
export type SetTerms = { readonly type: 'SetTerms'; readonly linkId: string } & AgreedTerms;
