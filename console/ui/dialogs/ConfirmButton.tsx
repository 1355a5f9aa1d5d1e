/** A button whose command has to be confirmed first. */
import { type ReactNode, useState } from 'react';
import { messages } from '../messages.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface ConfirmButtonProps {
  /** The button; it calls `ask` when it is pressed. */
  readonly button: (ask: () => void) => ReactNode;
  readonly title: string;
  readonly label: string;
  /** Default: "Cancel". */
  readonly cancel?: string;
  /** The command. The dialog stays open after `false`, and shows an ApiError that it throws. */
  readonly onConfirm: () => Promise<boolean>;
  readonly children: ReactNode;
}

export function ConfirmButton({ button, cancel = messages.cancel, onConfirm, ...dialog }: ConfirmButtonProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      {button(() => setAsking(true))}
      <ConfirmDialog
        {...dialog}
        cancel={cancel}
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          if (await onConfirm()) setAsking(false);
        }}
      />
    </>
  );
}
