/** Reports a restored draft, and offers to start over. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useFormikContext } from 'formik';
import { messages } from './messages.ts';

export function DraftRestoredAlert({
  initialValues,
  onStartOver,
}: {
  initialValues: Readonly<Record<string, string>>;
  onStartOver: () => void;
}) {
  const { resetForm } = useFormikContext<Readonly<Record<string, string>>>();
  return (
    <Alert
      severity="info"
      variant="outlined"
      icon={false}
      action={
        <Button
          size="small"
          onClick={() => {
            resetForm({ values: initialValues });
            onStartOver();
          }}
        >
          {messages.startOver}
        </Button>
      }
    >
      {messages.draftRestored}
    </Alert>
  );
}
