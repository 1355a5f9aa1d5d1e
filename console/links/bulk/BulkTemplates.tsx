/** The templates of a list: the template to use, and a name under which to save the terms. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId, useState } from 'react';
import { ApiError, send } from '../../platform/api/client.ts';
import { Label } from '../../ui/fields/TextField.tsx';
import { messages as common } from '../../ui/messages.ts';
import { notify } from '../../ui/toasts/toast-store.ts';
import { TemplateMenu, useTemplates } from '../terms/TemplateMenu.tsx';
import { termsBody, termsProblems } from '../terms/terms-values.ts';
import type { FieldsProps } from './BulkFields.tsx';
import { messages } from './messages.ts';

type Props = Pick<FieldsProps, 'values' | 'change' | 'problems' | 'disabled'> & { readonly teamId: string | null };

export function BulkTemplates({ teamId, values: { terms, templateId }, change, problems, disabled }: Props) {
  const { templates = [], mutate } = useTemplates(teamId);
  const id = useId();
  const [name, setName] = useState('');
  /** Replaces the template with this name; without terms, deletes it. */
  const put = async (of: string, agreed: object | null) => {
    const others = templates.filter((each) => each.name !== of);
    const kept = others.map((each) => ({ id: each.id, name: each.name, terms: each.terms }));
    const id = templates.find((each) => each.name === of)?.id ?? null;
    const body = { teamId, templates: agreed === null ? kept : [...kept, { id, name: of, terms: agreed }] };
    try {
      await send('PUT', '/api/terms-templates', { body, revision: templates[0]?.revision });
      if (agreed === null) change({ templateId: '' });
      setName('');
      notify(agreed === null ? messages.templateDeleted : messages.templateSaved, { lines: [of] });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify(common.error, { lines: [error.message], severity: 'destructive' });
    }
    await mutate();
  };
  const chosen = templates.find(({ id }) => id === templateId);
  const canSave = name.trim() !== '' && terms !== null && Object.keys(termsProblems(terms)).length === 0;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <TemplateMenu
        value={templateId}
        choose={(id, its) => change({ templateId: id, ...(its && { terms: its }) })}
        problem={problems.templateId}
        {...{ templates, terms, disabled }}
      />
      <Label htmlFor={id}>{messages.templateName}</Label>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: -1 }}>
        <OutlinedInput
          value={name}
          inputProps={{ id, maxLength: 100, dir: 'auto' }}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <Button disabled={!canSave} onClick={() => canSave && void put(name.trim(), termsBody(terms))}>
          {messages.saveTemplate}
        </Button>
        {chosen && <Button onClick={() => void put(chosen.name, null)}>{messages.deleteTemplate}</Button>}
      </Box>
    </Box>
  );
}
