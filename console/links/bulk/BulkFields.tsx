/** The fields of each action. Each reports the operation as soon as it is complete, otherwise null. */
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import type { TeamAnswer } from '../../../query-service/contract/answers/teams.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { teamChoice } from '../../session/permissions.ts';
import { OneOf } from '../../ui/fields/SelectField.tsx';
import { ChevronDownIcon } from '../../ui/layout/icons.tsx';
import { DURATION_UNITS, PERMANENT, UNTIL } from '../duration.ts';
import { UNIT_LABELS } from '../messages.ts';
import { TagInput } from '../tags/TagInput.tsx';
import { assignees, moveTargets } from './bulk-access.ts';
import { type BulkValues, EDITABLE, type Editable } from './bulk-form.ts';
import { EDIT_LABELS, messages } from './messages.ts';

export interface FieldsProps {
  readonly values: BulkValues;
  readonly change: (values: Partial<BulkValues>) => void;
  /** The teams of the links, null for personal ones; null as a whole if unknown. */
  readonly scopes: ReadonlySet<string | null> | null;
  readonly teams: readonly TeamAnswer[];
  /** The server's errors by field. */
  readonly problems: Readonly<Record<string, string>>;
  readonly disabled: boolean;
}

/** Nothing yet: the empty text is a choice. */
const UNCHOSEN = { value: '-', label: messages.choose, disabled: true };

export function AssignFields({ values, change, scopes, teams, problems, disabled }: FieldsProps) {
  const user = useCurrentUser();
  const people = assignees(scopes, teams, { id: user.id, name: messages.me });
  return (
    <OneOf
      autoFocus
      label={messages.assignTo}
      value={values.assignedTo ?? UNCHOSEN.value}
      choices={[
        UNCHOSEN,
        ...people.map(({ id, name }) => ({ value: id, label: name })),
        { value: '', label: messages.unassigned },
      ]}
      choose={(assignedTo) => change({ assignedTo })}
      problem={problems.assignedTo}
      disabled={disabled}
    />
  );
}

export function MoveFields({ values, change, scopes, teams, problems, disabled }: FieldsProps) {
  const open = moveTargets(scopes, teams);
  const choices = [
    ...(open.includes(null) ? [{ value: '', label: messages.noTeam }] : []),
    ...teams
      .filter(({ id }) => open.includes(id) || scopes?.has(id) !== true)
      .map((team) => teamChoice('AddLink', team)),
  ];
  return (
    <>
      <OneOf
        autoFocus
        label={messages.moveTo}
        value={values.teamId ?? UNCHOSEN.value}
        choices={[UNCHOSEN, ...choices]}
        choose={(teamId) => change({ teamId })}
        problem={problems.teamId}
        disabled={disabled}
      />
      <Note>{messages.moveNote}</Note>
    </>
  );
}

export function TagFields({ values, change, scopes, problems, disabled }: FieldsProps) {
  const [only] = scopes?.size === 1 ? scopes : [];
  const team = only == null ? {} : { teamId: only };
  return (
    <>
      <TagInput
        {...team}
        label={messages.addTags}
        tags={values.add}
        choose={(add) => change({ add })}
        onType={(addTyped) => change({ addTyped })}
        problem={problems.add}
        disabled={disabled}
        autoFocus
      />
      <TagInput
        {...team}
        label={messages.removeTags}
        tags={values.remove}
        choose={(remove) => change({ remove })}
        onType={(removeTyped) => change({ removeTyped })}
        problem={problems.remove}
        disabled={disabled}
      />
    </>
  );
}

interface TickedProps {
  readonly field: Editable;
  readonly values: BulkValues;
  readonly change: FieldsProps['change'];
  readonly problem: string | undefined;
  readonly disabled: boolean;
  readonly children: (input: {
    readonly error: boolean;
    readonly disabled: boolean;
    readonly described: Readonly<Record<string, string>>;
  }) => ReactNode;
}

/** A field with a checkbox: unchecked, links keep their value. */
function CheckedField({ field, values, change, problem, disabled, children }: TickedProps) {
  const id = useId();
  const on = values.checked.includes(field);
  const note = problem ?? (on && field !== 'duration' ? messages.emptyClears : undefined);
  return (
    <Box>
      <FormControlLabel
        disabled={disabled}
        label={EDIT_LABELS[field]}
        id={`${id}-label`}
        sx={{
          ml: -0.5,
          mr: 0,
          mb: on ? 0.5 : 0,
          '& .MuiFormControlLabel-label': { fontSize: '0.8125rem', fontWeight: 500 },
        }}
        control={
          <Checkbox
            size="small"
            sx={{ p: 0.5, mr: 0.5 }}
            checked={on}
            onChange={(_, tick) =>
              change({ checked: EDITABLE.filter((each) => (each === field ? tick : values.checked.includes(each))) })
            }
          />
        }
      />
      {on &&
        children({
          error: problem !== undefined,
          disabled,
          described: {
            'aria-labelledby': `${id}-label`,
            ...(note === undefined ? {} : { 'aria-describedby': `${id}-note` }),
          },
        })}
      {note !== undefined && (
        <FormHelperText id={`${id}-note`} error={problem !== undefined}>
          {note}
        </FormHelperText>
      )}
    </Box>
  );
}

export function EditFields({ values, change, problems, disabled }: FieldsProps) {
  const common = { values, change, disabled };
  return (
    <>
      <Note>{messages.editNote}</Note>
      <Box sx={{ display: 'grid', gap: 1 }}>
        <CheckedField {...common} field="duration" problem={problems.duration}>
          {({ described, ...state }) => (
            <Box sx={{ display: 'flex', gap: 1 }}>
              {values.unit !== PERMANENT && (
                <OutlinedInput
                  value={values.amount}
                  onChange={({ target }) => change({ amount: target.value })}
                  {...(values.unit === UNTIL && { type: 'date' })}
                  inputProps={{ inputMode: 'numeric', ...described }}
                  {...state}
                  fullWidth
                />
              )}
              <Select
                {...state}
                fullWidth
                value={values.unit}
                onChange={({ target: { value: unit } }) =>
                  change({ unit, ...((unit === UNTIL) !== (values.unit === UNTIL) && { amount: '' }) })
                }
                inputProps={{ 'aria-label': messages.unit }}
                IconComponent={ChevronDownIcon}
              >
                {DURATION_UNITS.map((unit) => (
                  <MenuItem key={unit} value={unit}>
                    {UNIT_LABELS[unit]}
                  </MenuItem>
                ))}
              </Select>
            </Box>
          )}
        </CheckedField>
        <CheckedField {...common} field="liveDate" problem={problems.liveDate}>
          {({ described, ...state }) => (
            <OutlinedInput
              type="date"
              value={values.liveDate}
              onChange={({ target }) => change({ liveDate: target.value })}
              inputProps={described}
              {...state}
              fullWidth
            />
          )}
        </CheckedField>
        <CheckedField {...common} field="pocEmail" problem={problems.pocEmail}>
          {({ described, ...state }) => (
            <OutlinedInput
              value={values.pocEmail}
              onChange={({ target }) => change({ pocEmail: target.value })}
              inputProps={{ inputMode: 'email', autoComplete: 'off', ...described }}
              {...state}
              fullWidth
            />
          )}
        </CheckedField>
        <CheckedField {...common} field="remarks" problem={problems.remarks}>
          {({ described, ...state }) => (
            <OutlinedInput
              multiline
              minRows={2}
              maxRows={8}
              value={values.remarks}
              onChange={({ target }) => change({ remarks: target.value })}
              inputProps={{ dir: 'auto', ...described }}
              {...state}
              fullWidth
            />
          )}
        </CheckedField>
      </Box>
    </>
  );
}

export function Note({ children }: { children: ReactNode }) {
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {children}
    </Typography>
  );
}
