/** What other people changed while a form was open: each field and its value now. */
import Box from '@mui/material/Box';

interface ConcurrentEditsProps {
  readonly children: string;
  readonly changes: readonly (readonly [field: string, value: string])[];
}

export function ConcurrentEdits({ children, changes }: ConcurrentEditsProps) {
  return (
    <>
      {children}
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
        {changes.map(([field, value]) => (
          <li key={field}>
            {field}: {value}
          </li>
        ))}
      </Box>
    </>
  );
}
