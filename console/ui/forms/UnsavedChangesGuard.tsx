/**
 * Makes the discard question appear when a form with unsaved changes would close: by Escape, a click beside it, Cancel
 * or the back button.
 */
import { useEffect, useRef } from 'react';
import { registerForm } from './unsaved-forms.ts';

interface UnsavedChangesGuardProps {
  /** Called when the form would close. */
  readonly unsaved: () => boolean;
  /** Whether the form is still open at these search parameters. */
  readonly stays: (params: URLSearchParams) => boolean;
  readonly onDiscard: () => void;
}

export function UnsavedChangesGuard(props: UnsavedChangesGuardProps) {
  const now = useRef(props);
  useEffect(() => {
    now.current = props;
  });
  useEffect(
    () =>
      registerForm({
        isUnsaved: () => now.current.unsaved(),
        isOpenAt: (params) => now.current.stays(params),
        discard: () => now.current.onDiscard(),
      }),
    [],
  );
  return null;
}
