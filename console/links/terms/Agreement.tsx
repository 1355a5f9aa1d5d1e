/** Compares what was agreed about a link with what was found, line by line. Anyone who can edit the link can change the terms. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { isAgreed } from '../../../command-service/contract/deviations.ts';
import type { LinkDetailsAnswer } from '../../../query-service/contract/answers/links.ts';
import { DaysOf } from '../../calendar/DaysOf.tsx';
import { useOverlay } from '../../platform/address/overlays.ts';
import { pathTo } from '../../platform/api/client.ts';
import { useAnswer } from '../../platform/api/use-answer.ts';
import { useTeamDenial } from '../../session/permissions.ts';
import { RefusableButton } from '../../ui/feedback/RefusableButton.tsx';
import { CheckIcon, CloseIcon, EditIcon } from '../../ui/layout/icons.tsx';
import { messages as linkMessages } from '../messages.ts';
import { type AgreementRow, agreementRows, type SeenSince } from './agreement-rows.ts';
import { formatUse, messages } from './messages.ts';

const MARKS = {
  kept: <CheckIcon titleAccess={messages.kept} sx={{ fontSize: 16, color: 'success.main' }} />,
  deviates: <CloseIcon titleAccess={messages.deviates} sx={{ fontSize: 16, color: 'error.main' }} />,
} as const;

export function Agreement({ link, seen }: { link: LinkDetailsAnswer; seen: SeenSince }) {
  const { open } = useOverlay();
  const { data: templates } = useAnswer(link.termsTemplate === null ? null : pathTo('/api/terms-templates'));
  const template = formatUse(link.termsTemplate, templates);
  const refusal = useTeamDenial('EditTerms', link.teamId);
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography component="h3" variant="h3" sx={{ flex: 1 }}>
          {messages.agreedAndFound}
        </Typography>
        <RefusableButton refusal={refusal} size="small" startIcon={<EditIcon />} onClick={() => open('terms', link.id)}>
          {link.terms === null ? messages.setTerms : messages.editTerms}
        </RefusableButton>
      </Box>
      {isAgreed(link) ? (
        <Box
          component="dl"
          sx={{
            m: 0,
            display: 'grid',
            gridTemplateColumns: { xs: '88px 16px minmax(0, 1fr)', sm: '128px 16px minmax(0, 1fr)' },
            columnGap: 1,
            rowGap: 1,
            fontSize: '0.8125rem',
          }}
        >
          {template !== null && <Row label={messages.template} agreed={template} mark={null} found={null} />}
          {agreementRows(link, seen).map((row) => (
            <Row key={row.label} {...row} />
          ))}
        </Box>
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>{linkMessages.nothingAgreed}</Typography>
      )}
      {isAgreed(link) && <DaysOf teamId={link.teamId} />}
    </>
  );
}

function Row({ label, agreed, texts, mark, found }: AgreementRow) {
  return (
    <>
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {label}
      </Box>
      <Box component="dd" sx={{ display: 'contents' }}>
        <Box sx={{ height: 20, display: 'flex', alignItems: 'center' }}>{mark !== null && MARKS[mark]}</Box>
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Box dir="auto" sx={{ '&::first-letter': { textTransform: 'uppercase' } }}>
            {agreed}
          </Box>
          {texts !== undefined && (
            <Box component="details" sx={{ color: 'text.secondary' }}>
              <Box component="summary" sx={{ cursor: 'pointer', minHeight: 24, color: 'primary.main' }}>
                {messages.anchorTexts}
              </Box>
              <Box component="ul" sx={{ m: 0, pl: 2, maxHeight: 160, overflowY: 'auto' }}>
                {texts.map((text) => (
                  <Box component="li" key={text} dir="auto">
                    {text}
                  </Box>
                ))}
              </Box>
            </Box>
          )}
          {found !== null && (
            <Box dir="auto" sx={{ color: mark === 'deviates' ? 'error.main' : 'text.secondary' }}>
              {found}
            </Box>
          )}
        </Box>
      </Box>
    </>
  );
}
