/** A button whose command has to be confirmed first. */
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface ConfirmButtonProps {
  /** The button; it calls `ask` when it is pressed. */
  readonly button: (ask: () => void) => ReactNode;
  readonly title: string;
  readonly label: string;
  readonly cancel?: string;
  /** The command. The dialog stays open after `false`, and shows an ApiError that it throws. */
  readonly onConfirm: () => Promise<boolean>;
  readonly children: ReactNode;
}

export function ConfirmButton({ button, onConfirm, ...dialog }: ConfirmButtonProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      {button(() => setAsking(true))}
      <ConfirmDialog
        {...dialog}
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          if (await onConfirm()) setAsking(false);
        }}
      />
    </>
  );
}
