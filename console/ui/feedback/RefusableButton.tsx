/** A button; for a person who may not press it, it says why. */
import Button, { type ButtonProps } from '@mui/material/Button';
import { disabledProps } from '../layout/disabled-props.ts';
import { ActionTooltip } from './ActionTooltip.tsx';

interface RefusableButtonProps extends Omit<ButtonProps, 'onClick' | 'sx'> {
  /** null: the person may. */
  readonly refusal: string | null;
  readonly onClick: () => void;
}

export function RefusableButton({ refusal, onClick, ...button }: RefusableButtonProps) {
  return (
    <ActionTooltip reason={refusal}>
      <Button {...button} {...disabledProps(refusal)} onClick={() => refusal === null && onClick()} />
    </ActionTooltip>
  );
}
