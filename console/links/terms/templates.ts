/** The templates of a list as a form holds them, and how one of them is saved. */
import { mutate } from 'swr';
import { parse } from '../../../command-service/contract/schema/parse.ts';
import { termsTemplatesSchema } from '../../../command-service/model/terms-template/commands.ts';
import type { TermsTemplateAnswer } from '../../../query-service/contract/answers/links.ts';
import { get, pathTo, send } from '../../platform/api/client.ts';
import { fieldErrors } from '../../ui/fields/field-errors.ts';
import { isEqualJson } from '../../ui/forms/drafts.ts';
import { type TermsValues, termsBody, termsFields } from './terms-values.ts';

export type TemplateValues = TermsValues & { readonly name: string };
type Template = Pick<TermsTemplateAnswer, 'id' | 'name' | 'terms'>;

const bodyOf = ({ name, ...terms }: TemplateValues, id?: string) => ({
  id,
  name: name.trim(),
  terms: termsBody(terms),
});
const sent = ({ id, name, terms }: Template) => ({ id, name, terms });

/** The API's field names as those of the form. */
export function templateFields(fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const nameOf = (field: string) => field.replace(/^templates(\[\d+\]\.(terms\.)?)?/, '') || 'name';
  return termsFields(Object.fromEntries(Object.entries(fields).map(([field, text]) => [nameOf(field), text])));
}

/**
 * One message per field; empty if the template can be saved.
 * @param others the other templates of the list.
 */
export function templateProblems(values: TemplateValues, others: readonly Template[]) {
  return templateFields(fieldErrors(() => parse(termsTemplatesSchema, { templates: [...others, bodyOf(values)] })));
}

/**
 * Creates a template (`seen` is null), changes it, or deletes it (`values` is null). The other templates of the list stay
 * as they are at that moment. Saves nothing if somebody has changed the template (`now`) or deleted it (no `now`).
 * @param teamId null: of the person's own list.
 * @throws ApiError
 */
export async function saveTemplate(teamId: string | null, seen: Template | null, values: TemplateValues | null) {
  const path = pathTo('/api/terms-templates');
  const ofList = async () => (await mutate(path, get(path), { revalidate: false }))?.filter(isOfList) ?? [];
  const isOfList = (each: TermsTemplateAnswer) => each.teamId === teamId;
  const list = await ofList();
  const now = list.find(({ id }) => id === seen?.id);
  const isChanged = seen !== null && (now === undefined || !isEqualJson(sent(seen), sent(now)));
  if (values !== null && isChanged) return { isSaved: false, now } as const;
  const others = list.filter((each) => each !== now).map(sent);
  const templates = values === null ? others : [...others, bodyOf(values, seen?.id)];
  await send('PUT', '/api/terms-templates', { body: { teamId, templates }, revision: list[0]?.revision });
  const name = values?.name.trim();
  return { isSaved: true, template: (await ofList()).find((each) => each.name === name) } as const;
}
