/**
 * Props of a button that is denied for a reason: dimmed and `aria-disabled`, but focusable, so that its tooltip can
 * show the reason. Pure.
 */
export function disabledProps(refusal: string | null): { 'aria-disabled'?: true; sx?: { opacity: number } } {
  return refusal === null ? {} : { 'aria-disabled': true, sx: { opacity: 0.5 } };
}
