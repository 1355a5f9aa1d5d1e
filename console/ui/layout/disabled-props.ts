/**
 * Props of a button that does nothing now (`refused`: the reason, or true): dimmed and `aria-disabled`, but focusable, so
 * that its tooltip can show the reason and the keyboard keeps its place. Pure.
 */
export function disabledProps(refused: string | boolean | null): { 'aria-disabled'?: true; sx?: { opacity: number } } {
  return refused === null || refused === false ? {} : { 'aria-disabled': true, sx: { opacity: 0.5 } };
}
