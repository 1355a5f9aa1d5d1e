/** The style that member rows and invitation rows share. */

export const PERSON_ROW = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  minHeight: 56,
  py: 1,
} as const;
