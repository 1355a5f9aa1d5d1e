/** The rows of the invite form. */

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useFormikContext } from 'formik';
import { useRef } from 'react';
import { MAX_INVITATIONS } from '../../../command-service/model/team/commands.ts';
import { PERMISSIONS } from '../../../command-service/model/team/events.ts';
import { formatNumber } from '../../platform/format/counts.ts';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { CloseIcon, PlusIcon } from '../../ui/layout/icons.tsx';
import { PERMISSION_LABELS } from '../messages.ts';
import { blankRow, type InviteValues } from './invite-form.ts';
import { format, messages } from './messages.ts';

const PERMISSION_CHOICES = PERMISSIONS.map((value) => ({ value, label: PERMISSION_LABELS[value] }));

/** Hides the labels below the first row from sight, but not from screen readers. */
const COLUMN_HEAD = {
  '& label': { md: { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)', m: 0 } },
} as const;

export function InvitationFields() {
  const { values, setFieldValue, isSubmitting } = useFormikContext<InviteValues>();
  const last = useRef(Math.max(...values.invitations.map(({ key }) => key)));
  const rows = values.invitations;
  const add = () => {
    last.current += 1;
    void setFieldValue('invitations', [...rows, blankRow(last.current)]);
  };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: { xs: 2, md: 1 } }}>
      {rows.map(({ key }, index) => (
        <Box
          key={key}
          role="group"
          aria-label={formatNumber(index + 1)}
          sx={{
            display: 'grid',
            gridTemplateColumns: {
              xs: 'minmax(0, 1fr) auto',
              md: 'minmax(0, 4fr) minmax(0, 5fr) 104px auto',
            },
            alignItems: 'start',
            columnGap: 1,
            rowGap: 1.5,
            ...(index === 0
              ? {}
              : { borderTop: { xs: '1px solid var(--mui-palette-divider)', md: 0 }, pt: { xs: 2, md: 0 } }),
          }}
        >
          <TextField
            name={`invitations.${index}.name`}
            label={messages.name}
            autoFocus={index === rows.length - 1}
            disabled={isSubmitting}
            sx={{ gridColumn: { xs: '1 / -1', md: 'auto' }, ...(index === 0 ? {} : COLUMN_HEAD) }}
          />
          <TextField
            name={`invitations.${index}.email`}
            label={messages.email}
            inputMode="email"
            disabled={isSubmitting}
            sx={{ gridColumn: { xs: '1 / -1', md: 'auto' }, ...(index === 0 ? {} : COLUMN_HEAD) }}
          />
          <SelectField
            name={`invitations.${index}.permission`}
            label={messages.permission}
            choices={PERMISSION_CHOICES}
            disabled={isSubmitting}
            sx={index === 0 ? {} : COLUMN_HEAD}
          />
          <IconButton
            aria-label={format('removeRow', { row: index + 1 })}
            disabled={isSubmitting || rows.length === 1}
            onClick={() => void setFieldValue('invitations', rows.toSpliced(index, 1))}
            sx={{ mt: index === 0 ? '25px' : { xs: '25px', md: '2px' } }}
          >
            <CloseIcon fontSize="small" />
          </IconButton>
        </Box>
      ))}
      <Button
        variant="text"
        startIcon={<PlusIcon />}
        disabled={isSubmitting || rows.length >= MAX_INVITATIONS}
        onClick={add}
        sx={{ justifySelf: 'start', ml: -1 }}
      >
        {messages.addAnother}
      </Button>
    </Box>
  );
}
