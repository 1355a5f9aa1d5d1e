/** A box of a form; with a value, one of several boxes that make up a list of values. */
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useField } from 'formik';

export function CheckBox({ label, ...box }: { label: string; name: string; value?: string }) {
  const [field] = useField({ ...box, type: 'checkbox' });
  return (
    <FormControlLabel
      label={label}
      sx={{ ml: -0.5, mr: 'auto' }}
      control={<Checkbox size="small" sx={{ p: 0.5, mr: 0.5 }} {...field} />}
    />
  );
}
