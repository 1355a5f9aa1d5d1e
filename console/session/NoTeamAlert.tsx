/** Why a form has no team to choose, and the way to create one. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { messages } from './messages.ts';

export function NoTeamAlert({ children }: { children: string }) {
  return (
    <Alert
      severity="info"
      variant="outlined"
      icon={false}
      action={
        <Button component={Link} to="/teams?dialog=create-team" size="small">
          {messages.createTeam}
        </Button>
      }
    >
      {children}
    </Alert>
  );
}
