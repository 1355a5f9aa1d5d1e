/**
 * How a button wears a refusal: dimmed and said to be disabled, but not `disabled`, so that it can be reached and its
 * tooltip can tell the reason. Pure.
 */
export function disabledProps(refusal: string | null): { 'aria-disabled'?: true; sx?: { opacity: number } } {
  return refusal === null ? {} : { 'aria-disabled': true, sx: { opacity: 0.5 } };
}
