/** The templates of terms of a list: each with its terms and its links, and what can be done with it. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { lazy } from 'react';
import { changedFields } from '../../../command-service/model/terms/events.ts';
import type { TermsTemplateAnswer } from '../../../query-service/contract/answers/links.ts';
import { PERSONAL } from '../../../query-service/contract/list-options.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { pathTo } from '../../platform/api/client.ts';
import { useAnswer } from '../../platform/api/use-answer.ts';
import { formatLinks } from '../../platform/format/counts.ts';
import { useTeamDenial } from '../../session/permissions.ts';
import { ConfirmButton } from '../../ui/dialogs/ConfirmButton.tsx';
import { LazyBoundary } from '../../ui/dialogs/LazyBoundary.tsx';
import { QueryState } from '../../ui/feedback/QueryState.tsx';
import { PlusIcon } from '../../ui/layout/icons.tsx';
import { SECTION_ROW, SectionList } from '../../ui/layout/Section.tsx';
import { notify } from '../../ui/toasts/toast-store.ts';
import { format, formatTerms, messages } from '../terms/messages.ts';
import { TemplateDialog } from '../terms/TemplateDialog.tsx';
import { saveTemplate } from '../terms/templates.ts';

const BulkDialog = lazy(async () => ({ default: (await import('../bulk/BulkDialog.tsx')).BulkDialog }));

const CREATE = 'create-template';
const editOf = ({ id }: TermsTemplateAnswer) => `edit-template-${id}`;
const applyOf = ({ id }: TermsTemplateAnswer) => `apply-template-${id}`;

/** @param teamId null: the person's own list. */
export function TemplateList({ teamId }: { readonly teamId: string | null }) {
  const query = useAnswer(pathTo('/api/terms-templates'));
  const { params, open, close } = useOverlay();
  const mayEdit = useTeamDenial('EditTermsTemplates', teamId) === null;
  const templates = query.data?.filter((each) => each.teamId === teamId) ?? [];
  const dialog = params.get('dialog');
  const edited = templates.find((each) => dialog === editOf(each)) ?? null;
  const applied = templates.find((each) => dialog === applyOf(each));
  const leave = () => close('dialog');
  return (
    <QueryState query={query} failed={messages.templatesFailed}>
      {() => (
        <>
          <SectionList label={messages.templates}>
            {templates.map((template) => (
              <TemplateRow key={template.id} template={template} />
            ))}
            {(mayEdit || templates.length === 0) && (
              <Box component="li" sx={SECTION_ROW}>
                {templates.length === 0 && (
                  <Typography variant="body2" sx={{ flex: '1 1 240px', color: 'text.secondary' }}>
                    {messages.noTemplates}
                  </Typography>
                )}
                {mayEdit && (
                  <Button startIcon={<PlusIcon />} onClick={() => open('dialog', CREATE)}>
                    {messages.createTemplate}
                  </Button>
                )}
              </Box>
            )}
          </SectionList>
          {(dialog === CREATE || edited !== null) && (
            <TemplateDialog
              teamId={teamId}
              template={edited}
              isOpenAt={(at) => at.get('dialog') === dialog}
              onClose={leave}
              onDone={(saved) => {
                // Other terms are offered to the links of the template.
                const isOther = edited && saved && changedFields(edited.terms, saved.terms).length > 0;
                if (isOther && saved.links > 0) open('dialog', applyOf(saved));
                else leave();
              }}
            />
          )}
          <LazyBoundary>
            {applied !== undefined && (
              <BulkDialog
                action="terms"
                template={applied}
                target={{ filter: { termsTemplate: applied.id, teamId: teamId ?? PERSONAL } }}
                selected={formatLinks(applied.links)}
                scopes={null}
                teams={[]}
                onDone={leave}
                onClose={leave}
              />
            )}
          </LazyBoundary>
        </>
      )}
    </QueryState>
  );
}

function TemplateRow({ template }: { readonly template: TermsTemplateAnswer }) {
  const { name, terms, teamId, mayEdit, links, changedLinks: changed } = template;
  const { open } = useOverlay();
  const used = links + changed;
  return (
    <Box component="li" sx={SECTION_ROW}>
      <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography dir="auto" sx={{ fontWeight: 500 }}>
          {name}
        </Typography>
        <Typography variant="body2">{formatTerms(terms)}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {format(changed === 0 ? 'usedBy' : 'usedAndChanged', { links: used, changed })}
        </Typography>
      </Box>
      {mayEdit && (
        <Box role="group" aria-label={name} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {links > 0 && <Button onClick={() => open('dialog', applyOf(template))}>{messages.apply}</Button>}
          <Button onClick={() => open('dialog', editOf(template))}>{messages.edit}</Button>
          <ConfirmButton
            button={(ask) => <Button onClick={ask}>{messages.delete}</Button>}
            title={format('deleteTitle', { name })}
            label={messages.delete}
            onConfirm={async () => {
              await saveTemplate(teamId, template, null);
              notify(messages.templateDeleted, { lines: [name] });
              return true;
            }}
          >
            <Typography sx={{ color: 'text.secondary' }}>{format('deleteMeans', { links: used })}</Typography>
          </ConfirmButton>
        </Box>
      )}
    </Box>
  );
}
