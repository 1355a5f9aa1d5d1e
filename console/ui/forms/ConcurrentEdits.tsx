/** What someone else changed while a form was open: each field and what it says now. */
import Box from '@mui/material/Box';

interface MeanwhileProps {
  readonly children: string;
  readonly changes: readonly (readonly [field: string, now: string])[];
}

export function Meanwhile({ children, changes }: MeanwhileProps) {
  return (
    <>
      {children}
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
        {changes.map(([field, now]) => (
          <li key={field}>
            {field}: {now}
          </li>
        ))}
      </Box>
    </>
  );
}
