/** The template of terms to use, of those that a list has; hidden while the list has none. */
import type { TermsTemplateAnswer } from '../../../query-service/contract/answers/links.ts';
import { pathTo } from '../../platform/api/client.ts';
import { useAnswer } from '../../platform/api/use-answer.ts';
import { OneOf } from '../../ui/fields/SelectField.tsx';
import { formatTemplate, messages } from './messages.ts';
import { isOfTemplate, type TermsValues, termsValues } from './terms-values.ts';

/** @param teamId null: the person's own list; undefined: no list. The templates are undefined until they are loaded. */
export function useTemplates(teamId: string | null | undefined) {
  const { data } = useAnswer(teamId === undefined ? null : pathTo('/api/terms-templates'));
  return data?.filter((each) => each.teamId === teamId);
}

interface TemplateMenuProps {
  readonly label?: string;
  readonly templates: readonly TermsTemplateAnswer[] | undefined;
  /** Empty: no template. */
  readonly value: string;
  readonly terms?: TermsValues | null;
  /** Without a template, the values are null. */
  readonly choose: (templateId: string, values: TermsValues | null) => void;
  readonly problem: string | undefined;
  readonly disabled: boolean;
}

export function TemplateMenu({ templates, value, terms = null, choose, ...field }: TemplateMenuProps) {
  if (templates === undefined || (templates.length === 0 && value === '')) return null;
  const choices = templates.map(({ id, name, terms: its }) => {
    const isChanged = id === value && terms !== null && !isOfTemplate(terms, its);
    return { value: id, label: formatTemplate(name, isChanged) };
  });
  const isGone = value !== '' && choices.every((each) => each.value !== value);
  const others = isGone ? [{ value, label: messages.templateGone }] : [];
  return (
    <OneOf
      label={messages.template}
      value={value}
      choices={[{ value: '', label: messages.noTemplate }, ...choices, ...others]}
      choose={(id) => {
        const found = templates.find((each) => each.id === id);
        choose(id, found === undefined ? null : termsValues(found.terms));
      }}
      {...field}
    />
  );
}
